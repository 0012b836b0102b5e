#include "core/base/result.h"

namespace poscope {

int exitCode(const Error& error) {
  switch (error.kind) {
    case ErrorKind::usage:
      return 2;
    case ErrorKind::file:
      return 3;
    case ErrorKind::internal:
    case ErrorKind::cancelled:
      return 4;
  }
  return 4;
}

}  // namespace poscope
