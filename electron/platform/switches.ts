/**
 * The command line. A release refuses to start with switches that open the app to others (a debugger, foreign code, a
 * weaker sandbox), that give its pages a network or send its traffic elsewhere, or that write what it shows and does to
 * disk. Chromium's own parser is asked, because it also takes single-dash forms that a look at argv misses.
 */

/** What is asked of Electron's `app.commandLine`. */
export interface CommandLine {
  readonly hasSwitch: (name: string) => boolean;
  readonly getSwitchValue: (name: string) => string;
}

/** Every switch that a release refuses, and what it would do. */
export const refusedSwitches: Readonly<Record<string, string>> = {
  // Others get in.
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

  // A page that is already broken gets further.
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

  // What it shows and does is written down.
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

/** Variables of the environment that a release refuses, and what they would do. */
export const refusedVariables: Readonly<Record<string, string>> = {
  SSLKEYLOGFILE: 'would write the keys of every TLS connection to a file',
  ELECTRON_ENABLE_LOGGING: 'would write what pages print',
  ELECTRON_LOG_FILE: 'would write what pages print to a file',
};

/** Why a release must not start, as one line for the terminal; undefined when it may. */
export function refusal(
  commandLine: CommandLine,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (const [name, effect] of Object.entries(refusedSwitches)) {
    if (commandLine.hasSwitch(name))
      return `strongroom: the switch --${name} is refused, because it ${effect}. Start it without.`;
  }
  for (const [name, effect] of Object.entries(refusedVariables)) {
    if (environment[name] !== undefined)
      return `strongroom: ${name} is set, which ${effect}. Unset it and start again.`;
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
