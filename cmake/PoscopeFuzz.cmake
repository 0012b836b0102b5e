# POSCOPE_FUZZ: everything instrumented for libFuzzer, the address and the undefined-behaviour sanitizer, and the libFuzzer
# programs of tests/fuzz beside the rest. Included before any target.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "POSCOPE_FUZZ needs clang: cmake -DCMAKE_CXX_COMPILER=clang++ (scripts/fuzz does it)")
endif()
set(POSCOPE_CUDA OFF)
add_compile_options(-fno-omit-frame-pointer -fno-sanitize-recover=all
  -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow)
# Some 130 programs with everything in them are linked: the usual linker takes minutes over it.
add_link_options(-fsanitize=address,undefined -fuse-ld=lld)
