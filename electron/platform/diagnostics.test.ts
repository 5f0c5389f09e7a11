import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Preferences } from '../../shared/ipc/contract.ts';
import { redact } from '../../shared/vault/redact.ts';
import { root } from '../../build/setup/places.mjs';
import { sources } from '../../build/testing/texts.mjs';
import type { Services } from '../services/services.ts';
import { calls } from '../ipc/calls/index.ts';
import { makeCallRunner } from '../ipc/run.ts';
import { namesIn } from './diagnostics-names.ts';
import { diagnosticsText, withoutNames } from './diagnostics.ts';
import type { DiagnosticsFacts } from './diagnostics.ts';
import { openLog } from './log.ts';
import { withinLimits } from './preferences.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strongroom-diagnostics-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** One of each kind of value unfit for a public issue. */
const canaries = {
  token: 'hvs.CAESIJcanarytokencanarytokencanary',
  password: 'canary-password-1',
  path: 'canary-mount/team/canary-path',
  entry: 'canary-entry',
  host: 'vault.canary-host.example',
  user: 'canary-user',
  header: 'X-Canary-Header: canary-value',
  subject: 'CN=Canary Subject, O=Canary Works',
};
const everything = Object.values(canaries).join(' | ');

function expectNone(text: string): void {
  for (const part of ['canary', 'CANARY', 'Canary']) expect(text).not.toContain(part);
}

function facts(change: Partial<DiagnosticsFacts> = {}): DiagnosticsFacts {
  return {
    app: {
      version: '1.2.3',
      electronVersion: '45.0.0',
      testElectron: false,
      packaged: true,
      platform: 'linux',
    },
    versions: { chrome: '148.0.1', node: '24.1.0' },
    arch: 'x64',
    osRelease: '6.1.0-18-amd64',
    environment: { XDG_CURRENT_DESKTOP: 'GNOME' },
    preferences: withinLimits({}),
    counts: { 'saved connections': 3 },
    unkept: [],
    logLines: [],
    names: [],
    ...change,
  };
}

describe('the log', () => {
  it('holds nothing of what a call was about, whatever its fault says @fault-lines', async () => {
    const log = openLog(folder, redact);
    const failing = new Proxy({} as Services, {
      get: () => {
        throw new Error(`failed for ${everything}\n    at ${canaries.entry}.js:1:1`);
      },
    });
    const runner = makeCallRunner({
      behind: () => Promise.resolve({ calls, services: failing }),
      log: log.line,
      outgoing: { result: (_name, run) => run() },
    });
    for (const [name, input] of [
      ['app.preferences', {}],
      ['entry.open', { sessionId: canaries.user, mount: `${canaries.path}/`, path: canaries.entry }],
      ['clipboard.copyText', { text: everything }],
    ] as const)
      expect((await runner.run(name, input, Math.floor(performance.now() * 1000), 1)).ok).toBe(false);
    log.flush();
    const text = readFileSync(join(folder, 'strongroom.log'), 'utf8');
    expect(text).toContain('call app.preferences failed inside: Error at diagnostics.test.ts');
    expectNone(text);
    expectNone(diagnosticsText(facts({ logLines: log.recent() })));
  });

  it('takes no line with the text of an error, a path or an address', () => {
    const unsafe = /String\(|\.message\b|\.stack\b|[pP]ath\}|[uU]rl\}|[aA]ddress\}|[hH]ost\}/;
    const lines = sources()
      .filter((file) => file.startsWith('electron/'))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        return [...text.matchAll(/\blog(?:\.line)?\(([^;]*?)\)[;,)\n]/g)]
          .filter(([, argument = '']) => unsafe.test(argument))
          .map(([call]) => `${file}: ${call}`);
      });
    expect(lines).toEqual([]);
  });
});

describe('diagnostics', () => {
  it('say versions, system, settings, counts, what is not on disk and the last lines', () => {
    const text = diagnosticsText(
      facts({
        preferences: { theme: 'dark', clipboardSeconds: 30 } as Preferences,
        unkept: [{ holds: 'The settings', why: 'the disk is full' }],
        logLines: ['2026-01-02T03:04:05.678Z call entry.open 12.0 ms ok'],
      }),
    );
    expect(text).toBe(readFileSync(new URL('diagnostics.expected.txt', import.meta.url), 'utf8'));
  });

  it('hold no name that the app knows, even where a line should hold one', () => {
    const names = ['canary-user', 'vault.canary-host.example', 'Canary Works', 'canary-entry'];
    const logLines = [`x CANARY-USER at vault.canary-host.example of canary works: canary-entry`];
    expectNone(diagnosticsText(facts({ logLines, names })));
  });

  it('take nothing from the environment but a word', () => {
    const environment = { XDG_CURRENT_DESKTOP: 'GNOME /home/canary', XDG_SESSION_TYPE: '“canary”' };
    expectNone(diagnosticsText(facts({ environment, osRelease: '6.1 canary' })));
  });
});

it('knows the names in lists of connections: their own, of hosts, of people', () => {
  const profile = {
    name: 'Canary',
    address: 'https://vault.canary-host.example:8200',
    colour: 'teal',
    proxy: 'direct',
    login: { username: 'canary-user' },
    tls: { ca: 'file-1' },
  };
  const names = namesIn([profile]);
  expect(names).toEqual(expect.arrayContaining(['Canary', 'vault.canary-host.example', 'canary-user']));
  expect(names).not.toContain('teal');
});

describe('withoutNames', () => {
  it.each([
    ['the longest first', 'web-server of web', ['web', 'web-server'], '[name] of [name]'],
    ['not what is too short', 'call a ok', ['a', 'ok'], 'call a ok'],
    ['where lower case is longer', 'İ web', ['web'], 'İ [name]'],
  ])('takes %s', (_what, line, names, left) => {
    expect(withoutNames(line, names)).toBe(left);
  });
});
