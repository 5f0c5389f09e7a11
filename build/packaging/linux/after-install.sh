#!/bin/sh
# Run as root by the package manager after it has installed the files; sets up Chromium's sandbox. The package manager
# itself updates the desktop's databases.

# The sandbox uses user namespaces if every user may create them, else a helper that briefly becomes root.
sandbox=/opt/Strongroom/chrome-sandbox
if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null &&
  [ "$(cat /proc/sys/kernel/unprivileged_userns_clone 2>/dev/null || echo 1)" = 1 ] &&
  [ "$(cat /proc/sys/user/max_user_namespaces 2>/dev/null || echo 1)" != 0 ]; then
  chmod 0755 "$sandbox"
else
  chmod 4755 "$sandbox"
fi

# Ubuntu 24.04 and newer allow user namespaces only to programs with a profile. An AppArmor too old to parse the
# profile does not need it.
if apparmor_status --enabled >/dev/null 2>&1; then
  source=/opt/Strongroom/resources/apparmor-profile
  target=/etc/apparmor.d/strongroom
  if apparmor_parser --skip-kernel-load --debug "$source" >/dev/null 2>&1; then
    cp -f "$source" "$target"
    # A chroot that is only being prepared has no kernel to load it into.
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache "$target" || true
    fi
  fi
fi
