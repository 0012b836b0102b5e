# What `cmake --install` puts where. The fonts, texts and model presets are inside the program.
include(GNUInstallDirs)

if(TARGET poscope)
  install(TARGETS poscope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES resources/desktop/org.poscope.poscope.desktop
    DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES resources/desktop/org.poscope.poscope.svg
    DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
  install(FILES resources/desktop/org.poscope.poscope.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
  install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  foreach(font IN ITEMS inter jetbrains-mono)
    install(FILES resources/fonts/${font}/OFL.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME OFL-${font}.txt)
  endforeach()
endif()
