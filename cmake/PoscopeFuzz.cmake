# POSCOPE_FUZZ: everything instrumented for the address and the undefined-behaviour sanitizer, core for libFuzzer too, and
# the libFuzzer programs of tests/fuzz beside the rest. Included before any target.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "POSCOPE_FUZZ needs clang: cmake -DCMAKE_CXX_COMPILER=clang++ (scripts/fuzz does it)")
endif()
set(POSCOPE_CUDA OFF)
add_compile_options(-fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=address,undefined,float-cast-overflow)
add_link_options(-fsanitize=address,undefined -fuse-ld=lld)
# What the fuzzer drives, and follows: core and the fuzz targets. core/ and tests/fuzz/ add it to what they compile.
set(POSCOPE_FUZZED -fsanitize=fuzzer-no-link)
