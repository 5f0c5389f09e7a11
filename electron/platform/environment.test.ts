import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { separateTokens, tokensFrom } from './environment.ts';

describe('separateTokens', () => {
  it('takes both tokens out and leaves the rest', () => {
    const { clean, tokens } = separateTokens({ VAULT_TOKEN: 'a', BAO_TOKEN: 'b', VAULT_ADDR: 'c' });
    expect(clean).toEqual({ VAULT_ADDR: 'c' });
    expect(tokens).toEqual({ VAULT_TOKEN: 'a', BAO_TOKEN: 'b' });
  });

  it('says when there is none', () => {
    expect(separateTokens({ VAULT_ADDR: 'c' }).tokens).toBeUndefined();
  });
});

describe('tokensFrom', () => {
  it('takes the two names alone, as texts', () => {
    const text = '{"VAULT_TOKEN":"a","BAO_TOKEN":1,"PATH":"x","__proto__":{"VAULT_TOKEN":"y"}}';
    expect(tokensFrom(text)).toEqual({ VAULT_TOKEN: 'a' });
  });

  it.each(['', '[', 'null', '1', '"VAULT_TOKEN"', '[]'])('takes nothing from %j', (text) => {
    expect(tokensFrom(text)).toEqual({});
  });
});

describe.runIf(process.platform === 'linux')('takeEnvironment, in a process of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-environment-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'main.ts');
  // The kernel shows the environment that a forked child would inherit.
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
import { takeEnvironment } from ${JSON.stringify(new URL('environment.ts', import.meta.url).href)};
const taken = takeEnvironment();
const inherited = readFileSync('/proc/self/environ', 'utf8') + JSON.stringify(process.env);
console.log(JSON.stringify({
  pid: process.pid, arguments: process.argv.slice(2), vault: taken['VAULT_TOKEN'], bao: taken['BAO_TOKEN'],
  kept: taken['VAULT_ADDR'], inherited: inherited.includes('canary'), marked: inherited.includes('HANDED_OVER') &&
  'STRONGROOM_HANDED_OVER' in process.env, input: readFileSync(0, 'utf8'),
}));
process.exit(3);
`,
  );

  function run(environment: Record<string, string>, input = '') {
    const ended = spawnSync(process.execPath, ['--no-warnings', script, '--one', 'two words'], {
      env: { PATH: process.env['PATH'] ?? '', VAULT_ADDR: 'https://vault.example', ...environment },
      input,
      encoding: 'utf8',
    });
    const said: unknown = JSON.parse(ended.stdout);
    return { said, pid: ended.pid, status: ended.status };
  }

  it('keeps the tokens from whatever the process starts later, and knows them itself', () => {
    const { said, pid, status } = run({ VAULT_TOKEN: 'hvs.canary', BAO_TOKEN: 's.canary' });
    expect(said).toEqual({
      pid,
      arguments: ['--one', 'two words'],
      vault: 'hvs.canary',
      bao: 's.canary',
      kept: 'https://vault.example',
      inherited: false,
      marked: false,
      input: '',
    });
    expect(status).toBe(3);
  });

  it('changes nothing where there is no token', () => {
    expect(run({}, 'typed').said).toMatchObject({ kept: 'https://vault.example', input: 'typed' });
  });

  it('does not take tokens from a standard input that it did not make', () => {
    const { said } = run({ STRONGROOM_HANDED_OVER: 'memory' }, '{"VAULT_TOKEN":"forged"}');
    expect(said).not.toHaveProperty('vault');
    expect(said).toMatchObject({ marked: false, input: '{"VAULT_TOKEN":"forged"}' });
  });
});
