#!/bin/sh
# Installs the Debian or Ubuntu packages that Strongroom and its tests need, and leaves no service of them running:
#
#     sudo sh build/install-packages.sh [NAME …]
#
# Without names it takes all of build/setup/debian-packages.txt.
set -eu
list="$(dirname "$0")/setup/debian-packages.txt"
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046 # One word a package.
  set -- $(sed -e 's/#.*//' -e 's/[[:space:]].*//' "$list")
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update

# What is there already keeps its service as it is.
services=
for name in $(sed -n -e 's/#.*//' -e 's/[[:space:]].*[[:space:]]service$//p' "$list"); do
  dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || services="$services $name"
done

packages=
for name in "$@"; do
  # Debian 13 and Ubuntu 24.04 renamed some for their 64-bit time.
  if apt-cache policy "${name}t64" | grep -q 'Candidate: [^(]'; then name="${name}t64"; fi
  packages="$packages $name"
done

# Debian starts a service the moment its package is installed, unless this program forbids it. Somebody's own stays as it is;
# one of ours can only be there because we were killed.
policy="${DPKG_ROOT:-}/usr/sbin/policy-rc.d"
ours='# Made by Strongroom while it installs packages.'
if [ ! -e "$policy" ] || grep -qxF "$ours" "$policy"; then
  trap 'rm -f "$policy"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  {
    echo '#!/bin/sh'
    echo "$ours"
    for name in $services; do
      echo "case \" \$* \" in *\" $name \"* | *\" $name.service \"*) exit 101 ;; esac"
    done
  } >"$policy"
  chmod 755 "$policy"
fi

# A run that was cut off leaves packages that are unpacked, but not set up.
[ -z "$(dpkg --audit)" ] || dpkg --configure -a
# shellcheck disable=SC2086 # One word a package. Another run of apt may be at work: it is waited for.
apt-get install -o DPkg::Lock::Timeout=300 -y --no-install-recommends $packages

# Nor at the next boot.
for name in $services; do
  dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || continue
  if [ -d "${DPKG_ROOT:-}/run/systemd/system" ]; then
    systemctl disable --now "$name"
  else
    update-rc.d "$name" disable
  fi
done
