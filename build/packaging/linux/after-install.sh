#!/bin/sh
# What a package manager runs as root after it has put the files in place, for Chromium's sandbox. Lists of the desktop are
# the package manager's own work.

# The sandbox uses user namespaces where every user may have them, and else a helper that becomes root for a moment.
sandbox=/opt/Strongroom/chrome-sandbox
if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null &&
  [ "$(cat /proc/sys/kernel/unprivileged_userns_clone 2>/dev/null || echo 1)" = 1 ] &&
  [ "$(cat /proc/sys/user/max_user_namespaces 2>/dev/null || echo 1)" != 0 ]; then
  chmod 0755 "$sandbox"
else
  chmod 4755 "$sandbox"
fi

# Ubuntu 24.04 and newer give user namespaces to programs with a profile only. An AppArmor that is older than the profile's
# form needs none.
if apparmor_status --enabled >/dev/null 2>&1; then
  source=/opt/Strongroom/resources/apparmor-profile
  target=/etc/apparmor.d/strongroom
  if apparmor_parser --skip-kernel-load --debug "$source" >/dev/null 2>&1; then
    cp -f "$source" "$target"
    # In a root folder that is only being prepared there is no kernel to tell.
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache "$target" || true
    fi
  fi
fi
