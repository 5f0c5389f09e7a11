import { describe, expect, it } from 'vitest';
import {
  documentedSwitches,
  printedOnly,
  readSwitches,
  refusalOf,
  refused,
  refusedSwitches,
  refusedVariables,
  switchNames,
  type CommandLine,
} from './switches.ts';

function commandLine(switches: Readonly<Record<string, string>>): CommandLine {
  return {
    hasSwitch: (name) => Object.hasOwn(switches, name),
    getSwitchValue: (name) => switches[name] ?? '',
  };
}

const switches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-wait',
  'inspect-publish-uid',
  'debug-port',
  'auto-open-devtools-for-tabs',
  'js-flags',
  'load-extension',
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
  'gpu-launcher',
  'use-mock-keychain',
  'sample-server',
  'no-sandbox',
  'no-sandbox-and-elevated',
  'no-zygote',
  'no-zygote-sandbox',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'allow-sandbox-debugging',
  'allow-third-party-modules',
  'single-process',
  'in-process-gpu',
  'disable-site-isolation-trials',
  'disable-kill-after-bad-ipc',
  'disable-web-security',
  'unsafely-treat-insecure-origin-as-secure',
  'allow-running-insecure-content',
  'enable-features',
  'disable-features',
  'force-fieldtrials',
  'enable-blink-features',
  'disable-blink-features',
  'enable-blink-test-features',
  'enable-experimental-web-platform-features',
  'expose-internals-for-testing',
  'use-fake-ui-for-media-stream',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'proxy-server',
  'proxy-pac-url',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'no-proxy-server',
  'host-resolver-rules',
  'host-rules',
  'webrtc-ip-handling-policy',
  'force-webrtc-ip-handling-policy',
  'allow-loopback-in-peer-connection',
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
  'enable-logging',
  'log-file',
  'log-level',
  'v',
  'vmodule',
  'webrtc-event-logging',
  'trace-startup',
  'trace-startup-file',
  'trace-config-file',
  'trace-to-console',
  'enable-tracing',
  'enable-tracing-output',
  'ozone-dump-file',
  'enable-crash-reporter',
  'crash-dumps-dir',
];
const variables = [
  'SSLKEYLOGFILE',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
  'NODE_REDIRECT_WARNINGS',
];

function saidOf(...of: Parameters<typeof refused>): string | undefined {
  const unwanted = refused(...of);
  return unwanted === undefined ? undefined : `strongroom: ${refusalOf(unwanted)}`;
}

/** Refusal of switches that Chromium has parsed, and of an environment. */
function refusal(understood: CommandLine, environment: Readonly<Record<string, string>>): string | undefined {
  return saidOf({ commandLine: understood, argv: ['strongroom'], environment, platform: 'linux' });
}

/** Refusal of arguments that Chromium does not know. */
function refusalFor(...args: readonly string[]): string | undefined {
  const argv = ['strongroom', ...args];
  return saidOf({ commandLine: commandLine({}), argv, environment: {}, platform: 'linux' });
}

describe('refusal', () => {
  it.each(switches)('names --%s and what it would do', (name) => {
    const said = refusal(commandLine({ [name]: '' }), {});
    expect(said).toMatch(/^strongroom: [^\n]+, because it \S[^\n]{10,}\. Start it without\.$/);
    expect(said).toContain(` --${name} `);
  });

  it.each(variables)('names %s and what it would do', (name) => {
    const said = refusal(commandLine({}), { [name]: '' });
    expect(said).toMatch(/^strongroom: [^\n]+ is set, which would [^\n]{10,}\. Unset it and start again\.$/);
    expect(said).toContain(` ${name} `);
  });

  it('knows what these do', () => {
    expect(Object.keys(refusedSwitches)).toEqual(switches);
    expect(Object.keys(refusedVariables)).toEqual(variables);
  });

  it('lets our own switches pass, and harmless ones', () => {
    const own = ['--ready-line', '--connect=https://vault.example', '--user-data-dir=/x', '-lang=de'];
    expect(refusalFor(...own, '--ozone-platform=wayland', 'a word', '-', '')).toBeUndefined();
  });

  it.each([
    ...['--gtk-module=/tmp/foreign.so', '-gtk-module', '--g-fatal-warnings', '-r', '--unheard-of'],
    ...['--NO-SANDBOX', '-Inspect=0', '--inspect-of-tomorrow', '--proxy', '---inspect', '--constructor'],
  ])('refuses %s, which nobody has named', (argument) => {
    expect(refusalFor('--ready-line', argument)).toMatch(
      /^strongroom: the switch --\S+ is refused, because it is not one of Strongroom's\. Start it without\.$/,
    );
  });

  it('takes what the installer of Windows starts it with, there alone', () => {
    const started = (platform: NodeJS.Platform, argument: string): string | undefined =>
      saidOf({ commandLine: commandLine({}), argv: ['strongroom', argument], environment: {}, platform });
    expect(started('win32', '--updated')).toBeUndefined();
    for (const platform of ['linux', 'darwin'] as const)
      expect(started(platform, '--updated')).toContain(' --updated is refused');
    // The installer's own arguments never reach the app.
    for (const argument of ['--force-run', '/S', '/D=C:\\x', '--package-file=x', '--squirrel-updated'])
      expect(started('win32', argument)).toContain(' is refused');
  });

  it('refuses a switch that Chromium has not understood, too', () => {
    expect(refusalFor('-no-sandbox=1')).toContain('takes the sandbox away');
    expect(refusalFor('--sample-server=/x')).toContain('without asking');
  });

  it('writes no control character to the terminal', () => {
    expect(refusalFor('--\u001b[31mred\n')).toContain(' --?[31mred? ');
  });

  it('takes what stands behind a bare -- for words, as Chromium does', () => {
    expect(refusalFor('--ready-line', '--', '--no-sandbox')).toBeUndefined();
  });

  it('refuses variables of Electron and Node, but those that are harmless', () => {
    const harmless = {
      ELECTRON_OZONE_PLATFORM_HINT: 'auto',
      NODE_ENV: 'production',
      NODE_EXTRA_CA_CERTS: '/x',
    };
    expect(refusal(commandLine({}), harmless)).toBeUndefined();
    for (const name of ['ELECTRON_FORCE_IS_PACKAGED', 'NODE_OF_TOMORROW', 'Node_Pending_Deprecation'])
      expect(refusal(commandLine({}), { [name]: '1' })).toMatch(
        /^strongroom: \S+ is set, which may change how/,
      );
  });
});

it('reads switches as Chromium does', () => {
  const argv = ['/opt/x', 'word', '--one', '-two=2=3', '/three', '--', '--four'];
  expect(switchNames(argv, 'linux')).toEqual(['one', 'two']);
  expect(switchNames(['x', '/Three', '--ONE=1'], 'win32')).toEqual(['three', 'one']);
});

it('reads our own switches', () => {
  expect(readSwitches(commandLine({ 'ready-line': '', connect: 'https://vault.example' }), ['x'])).toEqual({
    readyLine: true,
    testElectron: false,
    testElectronAllowed: false,
    sampleServerFile: '',
    sayRefused: '',
    connectTo: 'https://vault.example',
    link: '',
    dataFolder: '',
  });
});

it('takes the one link of a command line, and no other word @program-links', () => {
  const linkOf = (...args: readonly string[]) => readSwitches(commandLine({}), ['/opt/x', ...args]).link;
  const link = 'strongroom://c/secret/a#key';
  expect(linkOf('--ready-line', link)).toBe(link);
  expect(refusalFor(link)).toBeUndefined();
  expect(linkOf(link, 'strongroom://c/secret/b')).toBe('');
  for (const word of ['/tmp/file', 'https://vault.example', '.', 'strongroom', `${link}${'a'.repeat(5_000)}`])
    expect(linkOf(word)).toBe('');
  // A program's own name is not an argument.
  expect(readSwitches(commandLine({}), [link]).link).toBe('');
});

it('refuses a switch beside a link, or inside its words @program-links', () => {
  expect(refusalFor('strongroom://c/secret/a', '--no-sandbox')).toContain('takes the sandbox away');
  expect(refusalFor('--x="strongroom://c/secret/a"')).toContain(' --x is refused');
});

describe('what ends after it has printed', () => {
  it('is nothing without a switch that asks for it', () => {
    expect(printedOnly(commandLine({ connect: 'https://vault.example' }), '1.2.3')).toBeUndefined();
  });

  it('is the version', () => {
    expect(printedOnly(commandLine({ version: '' }), '1.2.3')).toBe('Strongroom 1.2.3');
  });

  it('is every switch that a person is told of, and no other', () => {
    const help = printedOnly(commandLine({ help: '' }), '1.2.3') ?? '';
    const named = [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name);
    expect(named).toEqual(Object.keys(documentedSwitches()));
    expect(named).toContain('connect');
    expect(named).not.toContain('test-electron');
  });
});

it('refuses none of its own switches that a person is told of', () => {
  for (const name of Object.keys(documentedSwitches())) {
    expect(refusal(commandLine({ [name]: '' }), {})).toBeUndefined();
  }
});
