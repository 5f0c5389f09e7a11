/** Test files that are skipped on Windows, with the Unix feature that they need. */
export const unixOnlyFiles = {
  'build/install-packages.test.ts': 'a script of Debian, and stand-ins for its programs',
  'build/packaging/linux-packages.test.ts': 'packages of Linux',
  'build/packaging/manifests/manifests.test.ts': 'archives, and the shell that unpacks them',
  'build/packaging/switch-files.test.ts': 'completions of shells, run in them',
  'build/setup/server-release.test.ts': 'programs for Unix, by their modes',
  'build/setup/servers.test.ts': 'stand-ins for programs, by their modes',
  'build/setup/system.test.ts': 'packages of Debian',
  'build/setup/vault-plugins.test.ts': 'a stand-in for Go that is a script of a shell',
  'e2e/start-faults.test.ts': 'signals of Unix, and a stand-in for npm that is a script of a shell',
} as const;
