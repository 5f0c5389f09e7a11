/** The arguments of `npm test`: what they run, what is refused, and what the files need. */
import { describe, expect, it } from 'vitest';
import { readArguments } from './asked.mjs';
import { fileLanes, fileNeeds } from './chosen-files.mjs';
import { PARTS } from './parts.mjs';
import { ofTitle, titlePattern } from './vitest-run.mjs';

const e2e = { kind: 'e2e', file: 'e2e/entry.e2e.ts' } as const;

describe('the arguments', () => {
  it('without any are all parts, once', () => {
    expect(readArguments([])).toEqual({ parts: PARTS, files: [], repeatEach: 1 });
  });

  it('that name parts are these', () => {
    expect(readArguments(['unit', 'static'])).toEqual({
      parts: ['static', 'unit'],
      files: [],
      repeatEach: 1,
    });
  });

  it.each([
    [['-g', 'a title', '--repeat-each=5']],
    [['--grep', 'a title', '--repeat-each', '5']],
    [['--grep=a title', '--repeat-each=5']],
  ])('that name a file are only this file, with %j', (options) => {
    const asked = { parts: [], files: [e2e], grep: 'a title', repeatEach: 5 };
    expect(readArguments(['e2e/entry.e2e.ts', ...options])).toEqual(asked);
    expect(readArguments([...options, 'e2e/entry.e2e.ts'])).toEqual(asked);
  });

  it('give each file the runner of its name, and a file named twice once', () => {
    const { files } = readArguments([
      ...['./e2e/entry.e2e.ts', 'e2e/entry.e2e.ts', 'e2e/release/copy.release.ts', 'e2e/tour/tour.tour.ts'],
      ...['e2e/prove/main-memory.prove.ts', 'electron/core/console/copy-as.integration.test.ts'],
      ...['renderer/api/client.test.ts', 'build/words.test.ts'],
    ]);
    expect(files.map(({ kind }) => kind)).toEqual([
      ...['e2e', 'release', 'tour', 'prove', 'integration', 'renderer', 'unit'],
    ]);
  });

  it.each([
    [['entry.e2e.ts'], 'did you mean e2e/entry.e2e.ts?'],
    [['e2e/entry.ts'], 'did you mean e2e/entry.e2e.ts?'],
    [['e2e/servers'], ' e2e/servers/hvac.integration.test.ts,'],
    [
      ['no-such-file.e2e.ts'],
      'give parts (static, unit, node, integration, e2e, release), or files of tests',
    ],
    [['build/test.mjs'], 'build/test.mjs is not a file of tests'],
    [['package.json'], 'package.json is not a file of tests'],
    [['e2e/tour/main-job.start.ts'], 'is not a file of tests'],
    [['unit', 'e2e/entry.e2e.ts'], 'cannot run together'],
    [['e2e', '-g', 'a title'], 'need a file of tests'],
    [['--repeat-each=2'], 'need a file of tests'],
    [['e2e/entry.e2e.ts', '--repeat-each=0'], 'not “0”'],
    [['e2e/entry.e2e.ts', '--repeat-each=many'], 'not “many”'],
    [['e2e/entry.e2e.ts', '-g', '('], 'Unterminated group'],
    [['e2e/entry.e2e.ts', '-g'], '-g'],
    [['e2e/entry.e2e.ts', '--headed'], '--headed'],
  ])('%j are refused, with a way to correct them', (args, said) => {
    expect(() => readArguments(args)).toThrow(said);
    expect(() => readArguments(args)).toThrow('give parts');
  });
});

describe('a file', () => {
  it.each([
    ['build/words.test.ts', []],
    // It starts servers of its own in a folder of its own.
    ['e2e/start-faults.test.ts', []],
    ['renderer/api/client.test.ts', []],
    ['electron/vault/http/tls.integration.test.ts', ['electron', 'vault']],
    ['electron/core/console/copy-as.integration.test.ts', ['electron', 'reference', 'vault']],
    ['electron/core/login/directories.integration.test.ts', ['electron', 'logins', 'vault']],
    ['e2e/entry.e2e.ts', ['electron', 'screen', 'vault']],
    ['e2e/connections.e2e.ts', ['electron', 'reference', 'screen', 'vault']],
    // By the helpers of its tests.
    ['e2e/tour/tour.tour.ts', ['electron', 'launcher', 'openbao', 'screen', 'vault']],
    ['e2e/conformance/conformance.integration.test.ts', ['electron', 'openbao', 'reference', 'vault']],
  ])('%s needs only %j', (file, needs) => {
    expect([...fileNeeds(readArguments([file]).files)].sort()).toEqual(needs);
  });
});

describe('the stages of files', () => {
  const prepared = {
    vault: undefined,
    electron: undefined,
    display: undefined,
    env: {},
    inNode: { executable: '', env: {} },
    inElectron: { executable: '', env: { ELECTRON_RUN_AS_NODE: '1' } },
    onDisplay: { DISPLAY: '' },
  };

  it('are one for each kind, and of vitest’s kinds one for each repetition', () => {
    const asked = readArguments(['e2e/entry.e2e.ts', 'build/words.test.ts', '--repeat-each=2']);
    expect(fileLanes(asked, prepared).map((stages) => stages.map(({ name }) => name))).toEqual([
      ['e2e'],
      ['unit, 1 of 2', 'unit, 2 of 2'],
    ]);
  });
});

describe('a title for vitest', () => {
  it('matches through groups, as Playwright’s, whose separator is a space', () => {
    const pattern = titlePattern('a group a (one|two)$');
    expect(pattern.test('a group > a one')).toBe(true);
    expect(pattern.test('a group a two')).toBe(true);
    expect(pattern.test('a group > a three')).toBe(false);
  });

  it('leaves out of the report all tests of other titles, which it gives as skipped', () => {
    const test = (status: string, fullName: string) => ({ status, fullName });
    const assertionResults = [test('passed', 'a one'), test('skipped', 'a two'), test('skipped', 'b one')];
    const files = [{ name: '/x/a.test.ts', status: 'passed', assertionResults }];
    const left = (grep?: string) => ofTitle(files, grep)[0]?.assertionResults.map(({ fullName }) => fullName);
    expect(left('one')).toEqual(['a one', 'b one']);
    expect(left()).toEqual(['a one', 'a two', 'b one']);
  });
});
