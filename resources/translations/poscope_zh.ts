<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Open link…</source>
        <translation>打开链接…</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Filter views and models</source>
        <translation>筛选视图与模型</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Hide the side panels</source>
        <translation>隐藏侧栏</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>About Poscope</source>
        <translation>关于 Poscope</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>QImageReader</name>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
</context>
<context>
    <name>poscope::AboutDialog</name>
    <message>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>colour map, as in matplotlib</source>
        <translation>色图，取自 matplotlib</translation>
    </message>
    <message>
        <source>colour maps, computed for it</source>
        <translation>色图，为本程序计算</translation>
    </message>
    <message>
        <source>font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>font of the system</source>
        <translation>系统字体</translation>
    </message>
    <message>
        <source>mark and icons, drawn for it</source>
        <translation>自绘的标志与图标</translation>
    </message>
    <message>
        <source>About Poscope</source>
        <translation>关于 Poscope</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Poscope %1</source>
        <translation>Poscope %1</translation>
    </message>
    <message>
        <source>Shows how a Transformer knows where a token is, and how low precision makes it forget.</source>
        <translation>展示 Transformer 如何知道词元的位置，以及低精度如何让它遗忘。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later. It comes without any warranty.</source>
        <translation>自由软件，依据 GNU 通用公共许可证第 3 版或更新版本发布，不提供任何担保。</translation>
    </message>
    <message>
        <source>Works offline; sends nothing.</source>
        <translation>离线运行，不发送任何数据。</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
</context>
<context>
    <name>poscope::BannerStack</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>poscope::ChipRow</name>
    <message>
        <source>More values</source>
        <translation>更多取值</translation>
    </message>
</context>
<context>
    <name>poscope::CompareBar</name>
    <message>
        <source>%1 %2</source>
        <comment>side and recipe</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Blink</source>
        <translation>闪烁对比</translation>
    </message>
    <message>
        <source>Hold to see the other side (key B)</source>
        <translation>按住以查看另一侧（按键 B）</translation>
    </message>
</context>
<context>
    <name>poscope::DetailView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>poscope::ExportDialog</name>
    <message>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>SVG vector picture</source>
        <translation>SVG 矢量图</translation>
    </message>
    <message>
        <source>PDF vector page</source>
        <translation>PDF 矢量页面</translation>
    </message>
    <message>
        <source>CSV table of numbers</source>
        <translation>CSV 数据表</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>JSON with facts and numbers</source>
        <translation>JSON（事实与数据）</translation>
    </message>
    <message>
        <source>&amp;Kind of file</source>
        <translation>文件类型(&amp;K)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Caption with the finding</source>
        <translation>附上结论作为图注(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Data of</source>
        <translation>数据来源(&amp;D)</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>%1 × %2 mm, %3 × %4 pixels</source>
        <translation>%1 × %2 毫米，%3 × %4 像素</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
</context>
<context>
    <name>poscope::InspectorPanel</name>
    <message>
        <source>Inspector</source>
        <translation>检视</translation>
    </message>
    <message>
        <source>Point at the plot to read exact values.</source>
        <translation>将光标移到图上即可读取精确数值。</translation>
    </message>
    <message>
        <source>Values under the cursor</source>
        <translation>光标处的数值</translation>
    </message>
</context>
<context>
    <name>poscope::LinkDialog</name>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>A link begins with poscope: and names a view and its parameters.</source>
        <translation>链接以 poscope: 开头，指明视图及其参数。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
</context>
<context>
    <name>poscope::MainWindow</name>
    <message>
        <source>Link copied</source>
        <translation>链接已复制</translation>
    </message>
    <message>
        <source>%1 - Poscope</source>
        <translation>%1 - Poscope</translation>
    </message>
    <message>
        <source>Open model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Models and figures (*.json *.png *.svg *.pdf)</source>
        <translation>模型与图 (*.json *.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>poscope::NumberEditor</name>
    <message>
        <source>%1, slider</source>
        <translation>%1，滑块</translation>
    </message>
</context>
<context>
    <name>poscope::ParameterPanel</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>poscope::ParameterRow</name>
    <message>
        <source>%1
Double-click to reset.</source>
        <translation>%1
双击可恢复默认值。</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
</context>
<context>
    <name>poscope::RecipeEditor</name>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>各阶段</translation>
    </message>
    <message>
        <source>The number format of every stage</source>
        <translation>每个阶段的数值格式</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>poscope::SizeControls</name>
    <message>
        <source>%1: %2 × %3 px</source>
        <translation>%1：%2 × %3 像素</translation>
    </message>
    <message>
        <source>%1: %2 mm wide</source>
        <translation>%1：宽 %2 毫米</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>毫米</translation>
    </message>
    <message>
        <source>in</source>
        <translation>英寸</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>尺寸(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Width, height</source>
        <translation>宽、高(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Dots per inch</source>
        <translation>每英寸点数(&amp;D)</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Standard: 169 × 106 mm</source>
        <translation>标准：169 × 106 毫米</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>自定义</translation>
    </message>
</context>
<context>
    <name>poscope::StatusStrip</name>
    <message>
        <source>Where the numbers are computed</source>
        <translation>数值在何处计算</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Time to compute this picture</source>
        <translation>计算此图所用的时间</translation>
    </message>
    <message>
        <source>reference fp64</source>
        <translation>参考 fp64</translation>
    </message>
    <message>
        <source>nearest, ties to even</source>
        <translation>舍入到最近，居中取偶</translation>
    </message>
    <message>
        <source>Switch to Chinese</source>
        <comment>name the other language</comment>
        <translation>切换到英文</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom; click to show everything</source>
        <translation>缩放；点击显示全部</translation>
    </message>
    <message>
        <source>Zoom %1</source>
        <translation>缩放 %1</translation>
    </message>
</context>
<context>
    <name>poscope::TopBar</name>
    <message>
        <source>No model</source>
        <translation>未选模型</translation>
    </message>
    <message>
        <source>Choose a public model</source>
        <translation>选择公开模型</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
</context>
<context>
    <name>poscope::VerdictPanel</name>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>poscope::ViewList</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Filter views and models</source>
        <translation>筛选视图与模型</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
</context>
</TS>
