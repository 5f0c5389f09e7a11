/**
 * The command line and the environment. A release starts only with switches of a short list: its own, those that
 * choose a display, a language or a keychain, and those of an installer. Any other switch of Electron, Chromium, Node
 * or GTK is refused, known or not. If one is known to open the app to others (a debugger, foreign code, a weaker
 * sandbox), to give its pages a network or send its traffic elsewhere, or to write its content and activity to disk,
 * the refusal says so; for those Chromium's own parser is asked, too, because it alone knows its reading of the
 * command line.
 */

import { isLink } from '../../shared/vault/link.ts';

/** Used part of Electron's `app.commandLine`. */
export interface CommandLine {
  readonly hasSwitch: (name: string) => boolean;
  readonly getSwitchValue: (name: string) => string;
}

/** Every switch that a release takes besides our own, and its purpose. */
const harmlessSwitches: Readonly<Record<string, string>> = {
  'password-store': 'which keychain; one that only obscures is not taken for one',
  lang: 'language of the menus that GTK and Chromium draw',
  class: 'class of the window, for rules of window managers',
  'ozone-platform': 'X11 or Wayland',
  'ozone-platform-hint': 'X11 or Wayland',
  'enable-wayland-ime': 'input methods under Wayland',
  'wayland-text-input-version': 'input methods under Wayland',
  'gtk-version': 'which GTK draws file dialogs',
  'force-device-scale-factor': 'size of everything',
  'high-dpi-support': 'size of everything',
  'force-color-profile': 'colours of the display',
  'force-renderer-accessibility': 'assistive tools',
  'force-prefers-reduced-motion': 'no animations',
  'disable-smooth-scrolling': 'no animations',
  'touch-events': 'touch screens',
  'disable-gpu': 'drawing without a broken driver',
  'disable-gpu-compositing': 'drawing without a broken driver',
  'use-gl': 'drawing with another driver',
  'use-angle': 'drawing with another driver',
};

/** Switches that an installer passes when it starts the app, by system; the app ignores them. */
const installersSwitches: Readonly<Partial<Record<NodeJS.Platform, Readonly<Record<string, string>>>>> = {
  win32: { updated: 'the installer of a new version, when it starts the app again' },
};

/** Switches that a release refuses for their known effect; every other one is refused for being none of the above. */
export const refusedSwitches: Readonly<Record<string, string>> = {
  // They let others in.
  'remote-debugging-port': 'opens a debugger that reads and drives every page',
  'remote-debugging-pipe': 'opens a debugger that reads and drives every page',
  'remote-debugging-address': 'opens a debugger to other machines',
  'remote-allow-origins': 'lets web pages use the debugger',
  inspect: 'opens a debugger of the main process',
  'inspect-brk': 'opens a debugger of the main process',
  'inspect-brk-node': 'opens a debugger of the main process',
  'inspect-port': 'opens a debugger of the main process',
  'inspect-wait': 'opens a debugger of the main process',
  'inspect-publish-uid': 'tells others how to reach a debugger of the main process',
  'debug-port': 'opens a debugger of the main process',
  'auto-open-devtools-for-tabs': 'opens the developer tools on every page',
  'js-flags': 'changes how JavaScript runs in every process',
  'load-extension': 'loads foreign code into the pages',
  'browser-subprocess-path': 'starts another program in place of our own processes',
  'renderer-cmd-prefix': 'starts our pages inside another program',
  'utility-cmd-prefix': 'starts our helper processes inside another program',
  'zygote-cmd-prefix': 'starts our processes inside another program',
  'gpu-launcher': 'starts the process that draws inside another program',
  'use-mock-keychain': 'seals tokens with a key that is part of the program (macOS)',
  'sample-server': 'connects to the server of a file without asking',

  // They help an attacker inside a page.
  'no-sandbox': 'takes the sandbox away',
  'no-sandbox-and-elevated': 'takes the sandbox away',
  'no-zygote': 'takes a layer of the sandbox away',
  'no-zygote-sandbox': 'takes a layer of the sandbox away',
  'disable-setuid-sandbox': 'takes a layer of the sandbox away',
  'disable-namespace-sandbox': 'takes a layer of the sandbox away',
  'disable-seccomp-filter-sandbox': 'takes a layer of the sandbox away',
  'disable-gpu-sandbox': 'takes the sandbox of the process that draws away',
  'allow-sandbox-debugging': 'lets other programs into sandboxed processes',
  'allow-third-party-modules': 'lets other programs load code into our processes (Windows)',
  'single-process': 'runs pages in the main process, beside the tokens',
  'in-process-gpu': 'draws in the main process, beside the tokens',
  'disable-site-isolation-trials': 'lets two origins share a process',
  'disable-kill-after-bad-ipc': 'lets a page that sends forged messages live on',
  'disable-web-security': 'lets pages read other origins',
  'unsafely-treat-insecure-origin-as-secure': 'gives pages from the network the rights of secure ones',
  'allow-running-insecure-content': 'lets pages load code over plain HTTP',
  'enable-features': 'switches on parts of Chromium by name, unfinished ones among them',
  'disable-features': 'switches off parts of Chromium by name, protections among them',
  'force-fieldtrials': 'switches parts of Chromium on and off by name',
  'enable-blink-features': 'gives pages unfinished or internal interfaces',
  'disable-blink-features': 'takes parts of the web platform away, protections among them',
  'enable-blink-test-features': 'gives pages unfinished or internal interfaces',
  'enable-experimental-web-platform-features': 'gives pages unfinished interfaces',
  'expose-internals-for-testing': 'gives pages internal interfaces',
  'use-fake-ui-for-media-stream': 'grants camera, microphone and screen without asking',

  // Traffic goes elsewhere, or unprotected.
  'ignore-certificate-errors': 'accepts any certificate',
  'ignore-certificate-errors-spki-list': 'accepts certificates that are not trusted',
  'allow-insecure-localhost': 'accepts any certificate of this machine',
  'proxy-server': 'sends traffic through another machine',
  'proxy-pac-url': 'sends traffic through another machine',
  'proxy-auto-detect': 'sends traffic through another machine',
  'proxy-bypass-list': 'takes pages past the proxy that keeps them from the network',
  'no-proxy-server': 'takes pages past the proxy that keeps them from the network',
  'host-resolver-rules': 'leads names to other addresses',
  'host-rules': 'leads names to other addresses',
  'webrtc-ip-handling-policy': 'gives pages a network by WebRTC',
  'force-webrtc-ip-handling-policy': 'gives pages a network by WebRTC',
  'allow-loopback-in-peer-connection': 'lets pages reach this machine by WebRTC',

  // Content and activity are written down.
  'log-net-log': 'writes its traffic to a file',
  'net-log-capture-mode': 'has more of its traffic written to a file',
  'ssl-key-log-file': 'writes the keys of TLS connections to a file',
  'enable-logging': 'writes what pages print',
  'log-file': 'writes what pages print to a file',
  'log-level': 'has more written to the log of Chromium',
  v: 'has more written to the log of Chromium',
  vmodule: 'has more written to the log of Chromium',
  'webrtc-event-logging': 'writes what pages send to a file',
  'trace-startup': 'writes a trace of what it does to a file',
  'trace-startup-file': 'writes a trace of what it does to a file',
  'trace-config-file': 'writes a trace of what it does to a file',
  'trace-to-console': 'writes a trace of what it does',
  'enable-tracing': 'writes a trace of what it does to a file',
  'enable-tracing-output': 'writes a trace of what it does to a file',
  'ozone-dump-file': 'writes pictures of the window to files',
  'enable-crash-reporter': 'writes the memory of a process that crashes to a file',
  'crash-dumps-dir': 'writes the memory of a process that crashes to a file',
};

/** Variables of the environment that a release refuses for their known effect. */
export const refusedVariables: Readonly<Record<string, string>> = {
  SSLKEYLOGFILE: 'would write the keys of every TLS connection to a file',
  ELECTRON_RUN_AS_NODE: 'would run it as a plain Node, with its keychain and its name',
  ELECTRON_ENABLE_LOGGING: 'would write what pages print',
  ELECTRON_LOG_FILE: 'would write what pages print to a file',
  NODE_DEBUG: 'would write what it sends to servers',
  NODE_DEBUG_NATIVE: 'would write what it does',
  NODE_V8_COVERAGE: 'would write what it does to files',
  NODE_COMPILE_CACHE: 'would write its code to files and take it from there',
  NODE_REDIRECT_WARNINGS: 'would write warnings to a file',
};

/** Variables of Electron's and Node's that a release starts with; shells and desktops set them for other programs. */
const harmlessVariables: Readonly<Record<string, string>> = {
  ELECTRON_OZONE_PLATFORM_HINT: 'X11 or Wayland',
  ELECTRON_TRASH: 'which program moves files to the trash: none of ours does',
  ELECTRON_NO_ATTACH_CONSOLE: 'Windows: no console',
  ELECTRON_MIRROR: 'read by npm only',
  ELECTRON_CACHE: 'read by npm only',
  ELECTRON_SKIP_BINARY_DOWNLOAD: 'read by npm only',
  ELECTRON_OVERRIDE_DIST_PATH: 'read by npm only',
  NODE_ENV: 'read by nothing in a release',
  NODE_PATH: 'no module is loaded by name',
  NODE_HOME: 'read by nothing',
  NODE_VERSION: 'read by nothing',
  NODE_REPL_HISTORY: 'there is no REPL',
  NODE_NO_WARNINGS: 'says less',
  NODE_OPTIONS: 'not read: its fuse is off',
  NODE_EXTRA_CA_CERTS: 'not read: its fuse is off',
  NODE_TLS_REJECT_UNAUTHORIZED: 'not asked: each connection says itself whether it verifies',
};

/** A start's arguments and variables. */
export interface Started {
  readonly commandLine: Pick<CommandLine, 'hasSwitch'>;
  /** Arguments as in `process.argv`: the program first. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** Refused switch or variable. */
export interface Refused {
  readonly what: 'switch' | 'variable';
  readonly name: string;
}

/** The first refused switch or variable; undefined if the release can start. */
export function refused({ commandLine, argv, environment, platform }: Started): Refused | undefined {
  const given = switchNames(argv, platform);
  const ofSwitch =
    Object.keys(refusedSwitches).find((name) => given.includes(name) || commandLine.hasSwitch(name)) ??
    given.find((name) => !isAllowed(name, platform));
  if (ofSwitch !== undefined) return { what: 'switch', name: ofSwitch };
  const ofVariable =
    Object.keys(refusedVariables).find((name) => environment[name] !== undefined) ??
    Object.keys(environment).find(
      (name) => /^(?:ELECTRON|NODE)_/i.test(name) && !Object.hasOwn(harmlessVariables, name.toUpperCase()),
    );
  return ofVariable === undefined ? undefined : { what: 'variable', name: ofVariable };
}

/** Reason of the refusal and the remedy, in two sentences on one line. */
export function refusalOf({ what, name }: Refused): string {
  if (what === 'switch') {
    const effect = Object.hasOwn(refusedSwitches, name) ? refusedSwitches[name] : undefined;
    return `the switch --${printable(name)} is refused, because it ${effect ?? "is not one of Strongroom's"}. Start it without.`;
  }
  const effect = Object.hasOwn(refusedVariables, name) ? refusedVariables[name] : undefined;
  return `${printable(name)} is set, which ${effect ?? 'may change how Strongroom runs'}. Unset it and start again.`;
}

function isAllowed(name: string, platform: NodeJS.Platform): boolean {
  return [ownSwitches, harmlessSwitches, installersSwitches[platform] ?? {}].some((list) =>
    Object.hasOwn(list, name),
  );
}

/** Every switch of a command line as Chromium reads it: one dash or two, up to `=`, stopping at a bare `--`. */
export function switchNames(argv: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const windows = platform === 'win32';
  const end = argv.indexOf('--');
  return argv.slice(1, end === -1 ? undefined : end).flatMap((argument) => {
    const name = (windows ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(argument)?.[1];
    if (name === undefined) return [];
    return [windows ? name.toLowerCase() : name];
  });
}

/** Replaces terminal control characters. */
function printable(name: string): string {
  return name.slice(0, 80).replace(/[^\x21-\x7e]/g, '?');
}

/** One of our own switches, as documented for the user. */
export interface OwnSwitch {
  /** Value behind the equals sign; undefined: none. */
  readonly value?: 'URL' | 'DIR' | 'FILE';
  /** One phrase, without a full stop. */
  readonly says: string;
  /** Set for tests and `npm start`: in no manual page and no completion. */
  readonly internal?: true;
}

/** The one list of our own switches: the parser, the manual page, completions and `--help` come from it. */
export const ownSwitches = {
  connect: { value: 'URL', says: 'Begin a connection to this server' },
  'user-data-dir': { value: 'DIR', says: 'Keep connections and settings in this folder' },
  'ready-line': { says: 'Print STRONGROOM_READY once the window has painted' },
  help: { says: 'Print the switches and exit' },
  version: { says: 'Print the version and exit' },
  'test-electron': { says: 'Say that this Electron is not the official one', internal: true },
  'allow-test-electron': { says: 'Let it meet servers of other machines', internal: true },
  'sample-server': { value: 'FILE', says: 'Connect to the sample server', internal: true },
  'say-refused': { says: 'Say in a dialog that another start was refused', internal: true },
} as const satisfies Readonly<Record<string, OwnSwitch>>;

/** Name of one. */
type OwnSwitchName = keyof typeof ownSwitches;

/** Switches for the user. */
export function documentedSwitches(): Readonly<Record<string, OwnSwitch>> {
  return Object.fromEntries(
    Object.entries<OwnSwitch>(ownSwitches).filter(([, { internal }]) => internal !== true),
  );
}

/** Output of `--version` and `--help`; undefined without either switch. */
export function printedOnly(commandLine: CommandLine, version: string): string | undefined {
  const own = ownSwitchesOf(commandLine);
  if (own.has('version')) return `Strongroom ${version}`;
  if (!own.has('help')) return undefined;
  const rows = Object.entries(documentedSwitches()).map(
    ([name, { value, says }]) =>
      `  ${(value === undefined ? `--${name}` : `--${name}=${value}`).padEnd(22)} ${says}`,
  );
  return ['Usage: strongroom [switch ...]', '', ...rows].join('\n');
}

/** The command line, limited to the switches of the list. */
function ownSwitchesOf(commandLine: CommandLine): {
  readonly has: (name: OwnSwitchName) => boolean;
  readonly value: (name: OwnSwitchName) => string;
} {
  return {
    has: (name) => commandLine.hasSwitch(name),
    value: (name) => commandLine.getSwitchValue(name),
  };
}

/** Values of our own switches. */
export interface Switches {
  /** Print STRONGROOM_READY to standard output once the window has painted. */
  readonly readyLine: boolean;
  readonly testElectron: boolean;
  readonly testElectronAllowed: boolean;
  /** Empty: none. */
  readonly sampleServerFile: string;
  /** Empty: none. */
  readonly connectTo: string;
  /** Link to an entry that the system opens the app with; empty: none. */
  readonly link: string;
  /** Empty: the system's own. */
  readonly dataFolder: string;
  /** Refused switch or variable of another start, to be reported; empty: none. */
  readonly sayRefused: string;
}

/** Reads our own switches, and the one word that is taken from a command line: a link. Two are nobody's. */
export function readSwitches(commandLine: CommandLine, argv: readonly string[]): Switches {
  const own = ownSwitchesOf(commandLine);
  const [link = '', ...others] = argv.slice(1).filter(isLink);
  return {
    readyLine: own.has('ready-line'),
    testElectron: own.has('test-electron'),
    testElectronAllowed: own.has('allow-test-electron'),
    sampleServerFile: own.value('sample-server'),
    connectTo: own.value('connect'),
    link: others.length === 0 ? link : '',
    dataFolder: own.value('user-data-dir'),
    sayRefused: own.value('say-refused'),
  };
}
