import { describe, expect, it } from 'vitest';
import { readSwitches, refusal, type CommandLine } from './switches.ts';

function commandLine(switches: Readonly<Record<string, string>>): CommandLine {
  return {
    hasSwitch: (name) => Object.hasOwn(switches, name),
    getSwitchValue: (name) => switches[name] ?? '',
  };
}

describe('refusal', () => {
  it.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'inspect',
    'inspect-brk',
    'js-flags',
    'load-extension',
    'ignore-certificate-errors',
    'disable-web-security',
    'proxy-server',
    'host-resolver-rules',
    'log-net-log',
    'renderer-cmd-prefix',
    'utility-cmd-prefix',
    'no-sandbox',
    'sample-server',
  ])('names --%s', (name) => {
    expect(refusal(commandLine({ [name]: '' }), {})).toContain(`--${name}`);
  });

  it('names SSLKEYLOGFILE', () => {
    expect(refusal(commandLine({}), { SSLKEYLOGFILE: '/tmp/keys' })).toContain('SSLKEYLOGFILE');
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
