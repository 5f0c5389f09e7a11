import { describe, expect, it } from 'vitest';
import { readSwitches, refusal, refusedSwitches, refusedVariables, type CommandLine } from './switches.ts';

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
const variables = ['SSLKEYLOGFILE', 'ELECTRON_ENABLE_LOGGING', 'ELECTRON_LOG_FILE'];

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

  it('refuses nothing else', () => {
    expect(Object.keys(refusedSwitches)).toEqual(switches);
    expect(Object.keys(refusedVariables)).toEqual(variables);
  });

  it('lets our own switches pass', () => {
    const ours = { 'ready-line': '', connect: 'https://vault.example', 'user-data-dir': '/x' };
    expect(refusal(commandLine(ours), {})).toBeUndefined();
  });
});

it('reads our own switches', () => {
  expect(readSwitches(commandLine({ 'ready-line': '', connect: 'https://vault.example' }))).toEqual({
    readyLine: true,
    testElectron: false,
    testElectronAllowed: false,
    sampleServerFile: '',
    connectTo: 'https://vault.example',
  });
});
