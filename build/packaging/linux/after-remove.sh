#!/bin/sh
# What a package manager runs as root after it has removed the files: takes away what after-install.sh made.

profile=/etc/apparmor.d/strongroom
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
