# Shared by scripts/run, scripts/test and .ci/run: find what is missing, install it, configure, build.
# Source it; it defines functions, keeps the caller's folder in $caller and changes to the
# repository root, $root. Messages go to stderr, because the
# program's results go to stdout.

set -euo pipefail
caller=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# Name of this distribution as the last column of scripts/packages.txt writes it: debian12, ubuntu24.04.
distribution() {
  if [[ -r /etc/os-release ]]; then
    (. /etc/os-release && printf '%s%s' "${ID:-unknown}" "${VERSION_ID:-}")
  else
    printf 'unknown'
  fi
}

# packages_of SET...: the package names of these sets for this distribution.
packages_of() {
  awk -v sets=" $* " -v here="$(distribution)" '
    /^[[:space:]]*(#|$)/ { next }
    index(sets, " " $1 " ") {
      name = $2
      for (i = 3; i <= NF; ++i) {
        if (index($i, here "=") == 1) name = substr($i, length(here) + 2)
      }
      if (name != "-") print name
    }' scripts/packages.txt
}

# install_packages SET...: installs what is missing and nothing else. One dpkg-query when all is there.
install_packages() {
  local wanted present package missing=() as_root=()
  mapfile -t wanted < <(packages_of "$@")
  if ! command -v dpkg-query >/dev/null; then
    say "note: no dpkg here. These packages are needed under whatever names this system has:"
    say "  ${wanted[*]}"
    return
  fi
  # dpkg-query fails when one of the names is unknown; its list of the others is still right.
  present=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
  for package in "${wanted[@]}"; do
    [[ $'\n'$present$'\n' == *$'\n'"$package installed"$'\n'* ]] || missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] && return
  if [[ $EUID -eq 0 ]]; then
    say "Installing as root: ${missing[*]}"
  elif command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
    as_root=(sudo)
    say "Installing through sudo: ${missing[*]}"
  else
    die "packages are missing, and neither root nor sudo is at hand. As root, run:
  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  fi
  "${as_root[@]}" apt-get update -q >&2 </dev/null || die "apt-get update failed"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    "${missing[@]}" >&2 </dev/null || die "apt-get could not install: ${missing[*]}"
}

# How many compilers fit: one per core, but 2 GB of available memory for each.
job_count() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 2000000) }' /proc/meminfo 2>/dev/null || true)
  memory=${memory:-$cores}
  ((memory < 1)) && memory=1
  echo $((memory < cores ? memory : cores))
}

# configure FOLDER OPTION...: runs CMake only when FOLDER has no build files made with these options.
# Changed CMake files need no care here: Ninja runs CMake again by itself.
configure() {
  local folder=$1 launcher=()
  shift
  if [[ -f $folder/build.ninja && -f $folder/options.txt && $(<"$folder/options.txt") == "$*" ]]; then
    return
  fi
  # A precompiled header out of ccache is one that GCC did not make for this folder: it crashes on it.
  command -v ccache >/dev/null &&
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
  cmake -S . -B "$folder" -G Ninja "${launcher[@]}" "$@" >&2 || return 1
  printf '%s\n' "$*" >"$folder/options.txt"
}

# build FOLDER [TARGET...]: silent when there is nothing to do.
build() {
  local folder=$1
  shift
  if [[ $(ninja -C "$folder" -n "$@" 2>/dev/null | tail -n 1) == "ninja: no work to do." ]]; then
    return
  fi
  ninja -C "$folder" -j "$(job_count)" "$@" >&2
}
