# poscope_quadmath: GCC's quad-precision library, the reference of the trig checks. Where it is missing (other
# compilers, arm64) the target is empty and the checks that need it are skipped.
if(NOT TARGET poscope_quadmath)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LIBRARIES quadmath)
  check_cxx_source_compiles("
    #include <quadmath.h>
    int main() { __extension__ __float128 s, c; sincosq(1, &s, &c); return s > c ? 0 : 1; }"
    POSCOPE_HAVE_QUADMATH)
  unset(CMAKE_REQUIRED_LIBRARIES)
  add_library(poscope_quadmath INTERFACE)
  if(POSCOPE_HAVE_QUADMATH)
    target_compile_definitions(poscope_quadmath INTERFACE POSCOPE_HAVE_QUADMATH)
    target_link_libraries(poscope_quadmath INTERFACE quadmath)
  endif()
endif()
