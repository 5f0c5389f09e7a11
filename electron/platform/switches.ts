/**
 * The command line. A release refuses to start with switches that open the app to others (a debugger, foreign code, no
 * sandbox), that send its traffic elsewhere or that write its traffic to disk. Chromium's own parser is asked, because
 * it also takes single-dash forms that a look at argv misses.
 */

/** What is asked of Electron's `app.commandLine`. */
export interface CommandLine {
  readonly hasSwitch: (name: string) => boolean;
  readonly getSwitchValue: (name: string) => string;
}

const refusedSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
  'debug-port',
  'js-flags',
  'load-extension',
  'auto-open-devtools-for-tabs',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'disable-web-security',
  'disable-site-isolation-trials',
  'proxy-server',
  'proxy-pac-url',
  'host-resolver-rules',
  'host-rules',
  'log-net-log',
  'ssl-key-log-file',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'zygote-cmd-prefix',
  'no-sandbox',
  'no-zygote',
  'no-zygote-sandbox',
  'disable-gpu-sandbox',
  'disable-seccomp-filter-sandbox',
  'single-process',
  'sample-server',
] as const;

/** Why a release must not start, as one line for the terminal; undefined when it may. */
export function refusal(
  commandLine: CommandLine,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const found = refusedSwitches.find((name) => commandLine.hasSwitch(name));
  if (found !== undefined) {
    return `strongroom: the switch --${found} is refused, because it would weaken the app's protection of credentials. Start it without.`;
  }
  if (environment['SSLKEYLOGFILE'] !== undefined) {
    return 'strongroom: SSLKEYLOGFILE is set, which would write the keys of every TLS connection to a file. Unset it and start again.';
  }
  return undefined;
}

/** Our own switches. */
export interface Switches {
  /** Print STRONGROOM_READY to standard output once the window has painted. */
  readonly readyLine: boolean;
  readonly testElectron: boolean;
  readonly testElectronAllowed: boolean;
  /** Empty: none. */
  readonly sampleServerFile: string;
  /** Empty: none. */
  readonly connectTo: string;
}

/** Reads our own switches. */
export function readSwitches(commandLine: CommandLine): Switches {
  return {
    readyLine: commandLine.hasSwitch('ready-line'),
    testElectron: commandLine.hasSwitch('test-electron'),
    testElectronAllowed: commandLine.hasSwitch('allow-test-electron'),
    sampleServerFile: commandLine.getSwitchValue('sample-server'),
    connectTo: commandLine.getSwitchValue('connect'),
  };
}
