<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>poscope::Pane</name>
    <message>
        <source>This pane is edited</source>
        <translation>正在编辑此窗格</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Play or pause</source>
        <translation>播放或暂停</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="22"/>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="23"/>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="20"/>
        <source>Copy figure</source>
        <translation>复制图</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="20"/>
        <source>Copy data</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="24"/>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="25"/>
        <source>Open link…</source>
        <translation>打开链接…</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="26"/>
        <source>Open model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="27"/>
        <source>Audit the model</source>
        <translation>审计模型</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="28"/>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="29"/>
        <source>Filter views and models</source>
        <translation>筛选视图与模型</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="30"/>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="20"/>
        <source>Show as table</source>
        <translation>显示为表格</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="31"/>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Hold the cursor</source>
        <translation>固定光标</translation>
    </message>
    <message>
        <source>One pane</source>
        <translation>一个窗格</translation>
    </message>
    <message>
        <source>Two panes</source>
        <translation>两个窗格</translation>
    </message>
    <message>
        <source>Four panes</source>
        <translation>四个窗格</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>下一个窗格</translation>
    </message>
    <message>
        <source>Same axes in all panes</source>
        <translation>各窗格使用相同坐标轴</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="1"/>
        <source>Wipe between A and B</source>
        <translation>在 A 与 B 之间滑动对比</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="32"/>
        <source>Hide the side panels</source>
        <translation>隐藏侧栏</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="33"/>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="34"/>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="36"/>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="37"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="38"/>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="20"/>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="20"/>
        <source>Go to anything</source>
        <translation>前往任意位置</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="20"/>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="39"/>
        <source>About Poscope</source>
        <translation>关于 Poscope</translation>
    </message>
    <message>
        <location filename="../../app/window/actions.cpp" line="40"/>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>QImageReader</name>
    <message>
        <location filename="../../app/export/picture_writers.cpp" line="79"/>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
</context>
<context>
    <name>poscope::AboutDialog</name>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="35"/>
        <location filename="../../app/window/about_dialog.cpp" line="36"/>
        <location filename="../../app/window/about_dialog.cpp" line="37"/>
        <location filename="../../app/window/about_dialog.cpp" line="38"/>
        <location filename="../../app/window/about_dialog.cpp" line="39"/>
        <location filename="../../app/window/about_dialog.cpp" line="40"/>
        <location filename="../../app/window/about_dialog.cpp" line="41"/>
        <location filename="../../app/window/about_dialog.cpp" line="42"/>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="48"/>
        <source>colour map, as in matplotlib</source>
        <translation>色图，取自 matplotlib</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="51"/>
        <source>colour maps, computed for it</source>
        <translation>色图，为本程序计算</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="44"/>
        <location filename="../../app/window/about_dialog.cpp" line="45"/>
        <source>font</source>
        <translation>字体</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="46"/>
        <source>font of the system</source>
        <translation>系统字体</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="52"/>
        <source>mark and icons, drawn for it</source>
        <translation>自绘的标志与图标</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="116"/>
        <source>About Poscope</source>
        <translation>关于 Poscope</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="123"/>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="124"/>
        <location filename="../../app/window/about_dialog.cpp" line="171"/>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="125"/>
        <location filename="../../app/window/about_dialog.cpp" line="182"/>
        <source>Diagnostics</source>
        <translation>诊断信息</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="128"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="139"/>
        <source>Poscope %1</source>
        <translation>Poscope %1</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="142"/>
        <source>Shows how a Transformer knows where a token is, and how low precision makes it forget.</source>
        <translation>展示 Transformer 如何知道词元的位置，以及低精度如何让它遗忘。</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="144"/>
        <source>Free software under the GNU General Public License, version 3 or later. It comes without any warranty.</source>
        <translation>自由软件，依据 GNU 通用公共许可证第 3 版或更新版本发布，不提供任何担保。</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="147"/>
        <source>Works offline; sends nothing.</source>
        <translation>离线运行，不发送任何数据。</translation>
    </message>
    <message>
        <location filename="../../app/window/about_dialog.cpp" line="183"/>
        <source>Copy diagnostics</source>
        <translation>复制诊断信息</translation>
    </message>
</context>
<context>
    <name>poscope::BadgeBar</name>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1
Click for the numbers.</source>
        <translation>%1
点击查看数值。</translation>
    </message>
    <message>
        <source>judging, %1 %</source>
        <translation>判定中，%1 %</translation>
    </message>
    <message>
        <source>judging</source>
        <translation>判定中</translation>
    </message>
</context>
<context>
    <name>poscope::BannerStack</name>
    <message>
        <location filename="../../app/window/banner_stack.cpp" line="72"/>
        <location filename="../../app/window/banner_stack.cpp" line="73"/>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>poscope::ChipRow</name>
    <message>
        <location filename="../../app/panel/chip_row.cpp" line="100"/>
        <location filename="../../app/panel/chip_row.cpp" line="101"/>
        <source>More values</source>
        <translation>更多取值</translation>
    </message>
</context>
<context>
    <name>poscope::ChoiceEditor</name>
    <message>
        <location filename="../../app/panel/choice_editor.cpp" line="1"/>
        <source>%1: %2</source>
        <comment>a value and what it is about</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>poscope::CodeWidget</name>
    <message>
        <location filename="../../app/plot/code_widget.cpp" line="66"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>poscope::CompareBar</name>
    <message>
        <location filename="../../app/window/compare_bar.cpp" line="105"/>
        <source>%1 %2</source>
        <comment>side and recipe</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <location filename="../../app/window/compare_bar.cpp" line="119"/>
        <source>Blink</source>
        <translation>闪烁对比</translation>
    </message>
    <message>
        <location filename="../../app/window/compare_bar.cpp" line="120"/>
        <source>Hold to see the other side (key B)</source>
        <translation>按住以查看另一侧（按键 B）</translation>
    </message>
    <message>
        <location filename="../../app/window/compare_bar.cpp" line="1"/>
        <source>Wipe</source>
        <translation>滑动对比</translation>
    </message>
    <message>
        <location filename="../../app/window/compare_bar.cpp" line="1"/>
        <source>A and B on either side of a line (key W)</source>
        <translation>A 与 B 分列一条线的两侧（按键 W）</translation>
    </message>
    <message>
        <location filename="../../app/window/compare_bar.cpp" line="1"/>
        <source>%1: %2</source>
        <comment>parameter and value</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>poscope::ContentsList</name>
    <message>
        <location filename="../../app/plot/contents_widget.cpp" line="1"/>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
</context>
<context>
    <name>poscope::DetailView</name>
    <message>
        <location filename="../../app/panel/detail_view.cpp" line="149"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>poscope::FrameControls</name>
    <message>
        <source>step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>First value</source>
        <translation>第一个值</translation>
    </message>
    <message>
        <source>Last value</source>
        <translation>最后一个值</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>What a frame adds (16), or what it multiplies by (x2)</source>
        <translation>每帧加多少（16），或乘多少（x2）</translation>
    </message>
    <message>
        <source>Frames are numbered files, one for each value of a parameter: for a film.</source>
        <translation>帧是带编号的文件，参数的每个值一个，可用来做影片。</translation>
    </message>
    <message>
        <source>&amp;Frames</source>
        <translation>帧(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>取值(&amp;V)</translation>
    </message>
    <message>
        <source>One picture</source>
        <translation>一张图</translation>
    </message>
    <message>
        <source>For each value: %1</source>
        <translation>每个值一张：%1</translation>
    </message>
</context>
<context>
    <name>poscope::ExportDialog</name>
    <message>
        <source>Frame %1 of %2</source>
        <translation>第 %1 帧，共 %2 帧</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>行(&amp;R)</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>列(&amp;O)</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>all that is shown</source>
        <translation>图中所示的全部</translation>
    </message>
    <message>
        <source>FIRST:END:STEP in the values of the axis, such as 0:4096:64. END is no longer part.</source>
        <translation>首:尾:步长，以坐标轴的值给出，例如 0:4096:64。不包含“尾”。</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="108"/>
        <source>&amp;Kind of file</source>
        <translation>文件类型(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="111"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="112"/>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="113"/>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="118"/>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="119"/>
        <source>&amp;Caption with the finding</source>
        <translation>附上结论作为图注(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="126"/>
        <source>Text that can be &amp;edited</source>
        <translation>文字可编辑(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="127"/>
        <source>Words instead of outlines: they can be searched and changed, and look as here only where the fonts are installed.</source>
        <translation>保存文字而不是轮廓：可以搜索和修改，但只有装有这些字体的机器上才与此处看起来相同。</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="126"/>
        <source>&amp;Data of</source>
        <translation>数据来源(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="131"/>
        <location filename="../../app/export/export_dialog.cpp" line="255"/>
        <source>Export figure</source>
        <translation>导出图</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="136"/>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="156"/>
        <location filename="../../app/export/export_dialog.cpp" line="279"/>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="224"/>
        <source>%1 × %2 mm, %3 × %4 pixels</source>
        <translation>%1 × %2 毫米，%3 × %4 像素</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="269"/>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="309"/>
        <source>Saving… %1 %</source>
        <translation>正在保存… %1 %</translation>
    </message>
    <message>
        <location filename="../../app/export/export_dialog.cpp" line="312"/>
        <source>This takes about %1 s. Cancel stops it and leaves nothing behind.</source>
        <translation>这大约需要 %1 秒。按“取消”可停止，不会留下任何文件。</translation>
    </message>
</context>
<context>
    <name>poscope::InspectorPanel</name>
    <message>
        <source>Values in the marked range</source>
        <translation>选区内的数值</translation>
    </message>
    <message>
        <location filename="../../app/panel/inspector_panel.cpp" line="52"/>
        <source>Readings</source>
        <translation>读数</translation>
    </message>
    <message>
        <location filename="../../app/panel/inspector_panel.cpp" line="53"/>
        <source>Point at the plot to read exact values.</source>
        <translation>将光标移到图上即可读取精确数值。</translation>
    </message>
    <message>
        <location filename="../../app/panel/inspector_panel.cpp" line="54"/>
        <source>Values under the cursor</source>
        <translation>光标处的数值</translation>
    </message>
</context>
<context>
    <name>poscope::LinkDialog</name>
    <message>
        <location filename="../../app/window/link_dialog.cpp" line="21"/>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <location filename="../../app/window/link_dialog.cpp" line="26"/>
        <source>A link begins with poscope: and names a view and its parameters.</source>
        <translation>链接以 poscope: 开头，指明视图及其参数。</translation>
    </message>
    <message>
        <location filename="../../app/window/link_dialog.cpp" line="30"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../app/window/link_dialog.cpp" line="31"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../app/window/link_dialog.cpp" line="39"/>
        <source>Link</source>
        <translation>链接</translation>
    </message>
</context>
<context>
    <name>poscope::MainWindow</name>
    <message>
        <location filename="../../app/window/main_window_commands.cpp" line="32"/>
        <source>Link copied</source>
        <translation>链接已复制</translation>
    </message>
    <message>
        <location filename="../../app/window/main_window.cpp" line="192"/>
        <source>%1 - Poscope</source>
        <translation>%1 - Poscope</translation>
    </message>
    <message>
        <location filename="../../app/window/main_window.cpp" line="258"/>
        <source>Open model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <location filename="../../app/window/main_window.cpp" line="262"/>
        <source>Models and figures</source>
        <translation>模型与图</translation>
    </message>
    <message>
        <location filename="../../app/window/main_window.cpp" line="262"/>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <location filename="../../app/window/main_window.cpp" line="1"/>
        <source>Address copied</source>
        <translation>地址已复制</translation>
    </message>
</context>
<context>
    <name>poscope::NumberEditor</name>
    <message>
        <location filename="../../app/panel/number_editor.cpp" line="73"/>
        <source>%1, slider</source>
        <translation>%1，滑块</translation>
    </message>
</context>
<context>
    <name>poscope::PanelCanvas</name>
    <message>
        <location filename="../../app/plot/panel_canvas.cpp" line="1"/>
        <source>Reset zoom</source>
        <translation>还原缩放</translation>
    </message>
    <message>
        <location filename="../../app/plot/panel_canvas.cpp" line="1"/>
        <source>Show everything (0)</source>
        <translation>显示全部（0）</translation>
    </message>
</context>
<context>
    <name>poscope::ParameterPanel</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>More: %1</source>
        <translation>更多：%1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1
Changed: %2</source>
        <translation>%1
已更改：%2</translation>
    </message>
</context>
<context>
    <name>poscope::ParameterRow</name>
    <message>
        <location filename="../../app/panel/parameter_row.cpp" line="111"/>
        <source>%1
Double-click to reset.</source>
        <translation>%1
双击可恢复默认值。</translation>
    </message>
    <message>
        <location filename="../../app/panel/parameter_row.cpp" line="114"/>
        <source>Back to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <location filename="../../app/panel/parameter_row.cpp" line="115"/>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
</context>
<context>
    <name>poscope::SizeControls</name>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="23"/>
        <source>%1: %2 × %3 px</source>
        <translation>%1：%2 × %3 像素</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="28"/>
        <source>%1: %2 mm wide</source>
        <translation>%1：宽 %2 毫米</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="52"/>
        <source>mm</source>
        <translation>毫米</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="52"/>
        <source>in</source>
        <translation>英寸</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="52"/>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="60"/>
        <source>&amp;Size</source>
        <translation>尺寸(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="61"/>
        <source>&amp;Width, height</source>
        <translation>宽、高(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="64"/>
        <source>&amp;Dots per inch</source>
        <translation>每英寸点数(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="65"/>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="66"/>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="67"/>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="77"/>
        <source>Standard: 169 mm wide</source>
        <translation>标准：宽 169 毫米</translation>
    </message>
    <message>
        <location filename="../../app/export/size_controls.cpp" line="81"/>
        <source>Free</source>
        <translation>自定义</translation>
    </message>
</context>
<context>
    <name>poscope::StatusStrip</name>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="108"/>
        <source>Where the numbers are computed</source>
        <translation>数值在何处计算</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="112"/>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="113"/>
        <source>Time to compute this picture</source>
        <translation>计算此图所用的时间</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="114"/>
        <source>reference fp64</source>
        <translation>参考 fp64</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="115"/>
        <source>nearest, ties to even</source>
        <translation>舍入到最近，居中取偶</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="117"/>
        <source>Switch to %1</source>
        <comment>the name of a language</comment>
        <translation>切换到 %1</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="118"/>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="119"/>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="119"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="120"/>
        <location filename="../../app/window/status_strip.cpp" line="121"/>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="124"/>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="126"/>
        <source>Zoom; click to show everything</source>
        <translation>缩放；点击显示全部</translation>
    </message>
    <message>
        <location filename="../../app/window/status_strip.cpp" line="127"/>
        <source>Zoom %1</source>
        <translation>缩放 %1</translation>
    </message>
</context>
<context>
    <name>poscope::StagesEditor</name>
    <message>
        <source>Stages of %1</source>
        <comment>side</comment>
        <translation>%1 的各阶段</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>poscope::TableModel</name>
    <message>
        <location filename="../../app/plot/table_model.cpp" line="53"/>
        <source>Press Return to choose it</source>
        <translation>按回车键选择</translation>
    </message>
</context>
<context>
    <name>poscope::TableView</name>
    <message>
        <location filename="../../app/plot/table_view.cpp" line="69"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../app/plot/table_view.cpp" line="70"/>
        <source>Copy table</source>
        <translation>复制整个表格</translation>
    </message>
    <message>
        <location filename="../../app/plot/table_view.cpp" line="1"/>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <location filename="../../app/plot/table_view.cpp" line="1"/>
        <source>Click copies the address; the menu opens it</source>
        <translation>单击复制地址，右键菜单可打开</translation>
    </message>
</context>
<context>
    <name>poscope::TopBar</name>
    <message>
        <source>Panes</source>
        <translation>窗格</translation>
    </message>
    <message>
        <location filename="../../app/window/top_bar.cpp" line="160"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../app/window/top_bar.cpp" line="150"/>
        <source>No model</source>
        <translation>未选模型</translation>
    </message>
    <message>
        <location filename="../../app/window/top_bar.cpp" line="153"/>
        <source>Choose a public model</source>
        <translation>选择公开模型</translation>
    </message>
    <message>
        <location filename="../../app/window/top_bar.cpp" line="154"/>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <location filename="../../app/window/top_bar.cpp" line="158"/>
        <location filename="../../app/window/top_bar.cpp" line="159"/>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <location filename="../../app/window/top_bar.cpp" line="160"/>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <location filename="../../app/window/top_bar.cpp" line="161"/>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
</context>
<context>
    <name>poscope::VerdictPanel</name>
    <message>
        <source>Verdicts</source>
        <translation>判定</translation>
    </message>
</context>
<context>
    <name>poscope::ViewList</name>
    <message>
        <location filename="../../app/window/view_list.cpp" line="230"/>
        <source>No view and no model is called “%1”.</source>
        <translation>没有名为“%1”的视图或模型。</translation>
    </message>
    <message>
        <location filename="../../app/window/view_list.cpp" line="233"/>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <location filename="../../app/window/view_list.cpp" line="159"/>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <location filename="../../app/window/view_list.cpp" line="173"/>
        <location filename="../../app/window/view_list.cpp" line="174"/>
        <source>Filter views and models</source>
        <translation>筛选视图与模型</translation>
    </message>
    <message>
        <location filename="../../app/window/view_list.cpp" line="175"/>
        <source>Views</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>poscope::WipeLine</name>
    <message>
        <location filename="../../app/window/wipe.cpp" line="1"/>
        <source>Line between A and B</source>
        <translation>A 与 B 之间的线</translation>
    </message>
    <message>
        <location filename="../../app/window/wipe.cpp" line="1"/>
        <source>A is left of it, B right of it</source>
        <translation>左侧是 A，右侧是 B</translation>
    </message>
    <message>
        <location filename="../../app/window/wipe.cpp" line="1"/>
        <source>Drag it, or use the arrow keys</source>
        <translation>拖动它，或使用方向键</translation>
    </message>
</context>
</TS>
