#include "core/base/system_error.h"

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace poscope {
namespace {

struct Reason {
  int number;
  const char* key;
};
constexpr Reason kReasons[] = {
    {ENOENT, "system.missing"},    {EACCES, "system.permission"},   {EPERM, "system.permission"},
    {EISDIR, "system.folder"},     {ENOTDIR, "system.not_folder"},  {ELOOP, "system.link_loop"},
    {ENAMETOOLONG, "system.name"}, {ENOSPC, "system.disk_full"},    {EDQUOT, "system.quota"},
    {EFBIG, "system.size_limit"},  {EROFS, "system.read_only"},     {EIO, "system.hardware"},
    {EMFILE, "system.many_files"}, {ENFILE, "system.many_files"},   {ENOMEM, "system.memory"},
    {ETXTBSY, "system.running"},   {EBUSY, "system.busy"},          {EPIPE, "system.pipe"},
    {ENXIO, "system.no_device"},   {ENODEV, "system.no_device"},    {ESTALE, "system.stale"},
    {ETIMEDOUT, "system.timeout"}, {EILSEQ, "system.name_letters"}, {EINVAL, "system.not_possible"},
};

}  // namespace

Text systemReason(int number) {
  const auto* const row =
      std::find_if(std::begin(kReasons), std::end(kReasons),
                   [number](const Reason& each) { return each.number == number; });
  if (row != std::end(kReasons)) {
    return {row->key};
  }
  return {"system.other", {{"number", number}, {"text", std::generic_category().message(number)}}};
}

Text systemReason(const std::error_code& error) {
  return systemReason(error.default_error_condition().value());
}

}  // namespace poscope
