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
  install(FILES ${CMAKE_BINARY_DIR}/man/poscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${CMAKE_BINARY_DIR}/man/zh_CN/poscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/zh_CN/man1)
  # Where each shell looks for what completes a program's words.
  install(FILES resources/completion/poscope.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME poscope)
  install(FILES resources/completion/poscope.zsh
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _poscope)
  install(FILES resources/completion/poscope.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  foreach(font IN ITEMS inter jetbrains-mono)
    install(FILES resources/fonts/${font}/OFL.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME OFL-${font}.txt)
  endforeach()
endif()
