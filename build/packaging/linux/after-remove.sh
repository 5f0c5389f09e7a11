#!/bin/sh
# Run as root by the package manager after it has removed the files: removes what after-install.sh created.

profile=/etc/apparmor.d/strongroom
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
