# POSCOPE_FUZZ: the libFuzzer programs of tests/fuzz and nothing else, all of it instrumented. Included before any target.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "POSCOPE_FUZZ needs clang: cmake -DCMAKE_CXX_COMPILER=clang++ (scripts/fuzz does it)")
endif()
set(POSCOPE_APP OFF)
set(POSCOPE_TESTS OFF)
set(POSCOPE_CUDA OFF)
add_compile_options(-g1 -fno-omit-frame-pointer -fno-sanitize-recover=all
  -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow)
add_link_options(-fsanitize=address,undefined)
