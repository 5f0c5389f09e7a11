#!/bin/sh
# Installs the Debian or Ubuntu packages that Strongroom and its tests need, without leaving their services running:
#
#     sudo sh build/install-packages.sh [NAME …]
#
# Without names it takes all of build/setup/debian-packages.txt.
set -eu
list="$(dirname "$0")/setup/debian-packages.txt"
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046 # One word per package.
  set -- $(sed -e 's/#.*//' -e 's/[[:space:]].*//' "$list")
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update

# Packages installed before keep their service unchanged.
services=
for name in $(sed -n -e 's/#.*//' -e 's/[[:space:]].*[[:space:]]service$//p' "$list"); do
  dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || services="$services $name"
done

packages=
for name in "$@"; do
  # Debian 13 and Ubuntu 24.04 renamed some packages for 64-bit time.
  if apt-cache policy "${name}t64" | grep -q 'Candidate: [^(]'; then name="${name}t64"; fi
  packages="$packages $name"
done

# Debian starts a service when its package is installed, unless this program forbids it. The system's own is left
# unchanged; one of ours can only remain from a killed run.
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

# An interrupted run leaves packages that are unpacked, but not configured.
[ -z "$(dpkg --audit)" ] || dpkg --configure -a
# shellcheck disable=SC2086 # One word per package. Waits for another running apt.
apt-get install -o DPkg::Lock::Timeout=300 -y --no-install-recommends $packages

# Keeps the services from starting at the next boot.
for name in $services; do
  dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || continue
  if [ -d "${DPKG_ROOT:-}/run/systemd/system" ]; then
    systemctl disable --now "$name"
  else
    update-rc.d "$name" disable
  fi
done
