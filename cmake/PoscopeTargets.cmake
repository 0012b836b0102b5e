# Interface targets that every Poscope target links: warnings, and the flags of exact arithmetic.

add_library(poscope_warnings INTERFACE)
target_compile_options(poscope_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wdouble-promotion;-Wold-style-cast>
  # GCC 12 reports overlaps inside std::string that cannot happen (its bug 105651), and both it and GCC 14 take moved
  # strings and variants for uninitialised at -O3. clang, which .ci/run asks as well, does not.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict;-Wno-maybe-uninitialized>
  $<$<AND:$<BOOL:${POSCOPE_WERROR}>,$<COMPILE_LANGUAGE:CXX>>:-Werror>)

# For what reads precompiled headers: GCC 12 forgets of a precompiled std::string that it is the system's, and tells of
# overflows in it that cannot happen. clang, which .ci/run asks as well, does not.
add_library(poscope_precompiled INTERFACE)
target_compile_options(poscope_precompiled INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds;-Wno-stringop-overflow>)

# One operation, one rounding: no fused multiply-add, no re-association (DESIGN: scalar = SIMD = CUDA).
add_library(poscope_exact_math INTERFACE)
target_compile_options(poscope_exact_math INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off;-fno-math-errno;-fno-trapping-math>)
if(NOT POSCOPE_CLONES)
  target_compile_definitions(poscope_exact_math INTERFACE POSCOPE_NO_CLONES)
endif()

# poscope_embed(TARGET name FUNCTION ns::fn OUTPUT file FILES ...): compiles text files into TARGET.
# The generated source defines `std::span<const poscope::EmbeddedFile> FUNCTION()`.
function(poscope_embed)
  cmake_parse_arguments(ARG "" "TARGET;FUNCTION;BASE" "FILES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${ARG_FUNCTION}.cpp)
  list(TRANSFORM ARG_FILES PREPEND ${ARG_BASE}/ OUTPUT_VARIABLE inputs)
  string(REPLACE ";" "|" names "${ARG_FILES}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${ARG_FUNCTION} -DBASE=${ARG_BASE}
            "-DNAMES=${names}" -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${inputs} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  # Objects of their own: a command of ARG_TARGET itself would wait for all libraries that it links, and everything that uses
  # it for the command.
  add_library(${ARG_TARGET}_${ARG_FUNCTION} OBJECT ${output})
  set_target_properties(${ARG_TARGET}_${ARG_FUNCTION} PROPERTIES AUTOMOC OFF AUTORCC OFF)
  target_include_directories(${ARG_TARGET}_${ARG_FUNCTION} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${ARG_TARGET}_${ARG_FUNCTION} PRIVATE poscope_warnings)
  target_sources(${ARG_TARGET} PRIVATE $<TARGET_OBJECTS:${ARG_TARGET}_${ARG_FUNCTION}>)
endfunction()
