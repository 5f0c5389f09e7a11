import { describe, expect, it } from 'vitest';
import { attacks, tagOfAttack } from '../security/attacks.mjs';
import { byProve, proof } from '../security/proof.mjs';
import { newest, whyUnproved } from './proved.mjs';
import type { ProvedPart } from './proved.mjs';
import { tagsOf, withSamples } from './runner-result.mjs';
import { outcomeOf, securityReport, testsOf } from './security-report.mjs';

const proven = proof('e2e/a.e2e.ts', 'holds', 'It holds.');
const ran = (
  status: 'passed' | 'failed' | 'skipped',
  test = 'e2e/a.e2e.ts:3: it holds today @holds',
  assertions = 2,
) => ({ test, status, assertions, ms: 1 });
const base = {
  promises: [{ from: 'README 1', promise: 'a | b', proofs: [proven] }],
  attacks: [],
  proved: {},
  isWhole: true,
};
const provedPart = (date: string, tests: ProvedPart['tests']): ProvedPart => ({
  date,
  tests,
  ms: 1,
  passed: 1,
  failed: 0,
  skipped: 0,
  failures: [],
});

it('ties a test to a promise by its file and tag, and by nothing else of its title', () => {
  expect(tagsOf('a.ts: it @one-two holds, as a@b does @three')).toEqual(['one-two', 'three']);
  expect(testsOf(proven, [ran('passed'), ran('failed')])).toHaveLength(2);
  for (const other of ['e2e/b.e2e.ts:3: it @holds', 'e2e/a.e2e.ts:3: it holds', 'e2e/a.e2e.ts:3: @holds-not'])
    expect(testsOf(proven, [ran('passed', other)])).toEqual([]);
});

it('knows what became of tests: in all their forms and places, and an emptied one', () => {
  expect(outcomeOf([ran('passed'), ran('passed')])).toBe('passed');
  expect(outcomeOf([ran('passed'), ran('failed'), ran('skipped')])).toBe('failed');
  expect(outcomeOf([ran('passed'), ran('skipped')])).toBe('not run');
  expect(outcomeOf([])).toBe('not run');
  expect(outcomeOf([ran('passed'), ran('passed', undefined, 0)])).toBe('asserts nothing');
});

describe('the report', () => {
  it('fails a run that has not proved a promise', () => {
    expect(securityReport({ ...base, tests: [ran('passed')] }).failures).toEqual([]);
    for (const tests of [[ran('failed')], [ran('skipped')], [ran('passed', undefined, 0)], []]) {
      const { text, failures } = securityReport({ ...base, tests });
      expect(failures).toHaveLength(1);
      expect(text).toMatch(/\*\*(?:failed|not run|asserts nothing)\*\*/);
    }
    const empty = [{ from: 'x', promise: 'y', proofs: [] }];
    expect(securityReport({ ...base, promises: empty, tests: [], isWhole: false }).failures).toHaveLength(1);
  });

  it('says of a part of a run that it is one, and fails it for what failed only', () => {
    const { text, failures } = securityReport({ ...base, tests: [], isWhole: false });
    expect(failures).toEqual([]);
    expect(text).toContain('| README 1 | a \\| b | `e2e/a.e2e.ts @holds` | not run |  | It holds. |');
    expect(text).toContain('This run had some parts only');
    expect(securityReport({ ...base, tests: [ran('failed')], isWhole: false }).failures).toHaveLength(1);
  });

  const sample = { tag: 'holds', what: 'sequences', ran: 80, of: 2000, seed: 7 };
  const sampledRun = { ...ran('passed'), samples: [sample] };

  it('counts cases and assertions, and of a sample how many of how many', () => {
    expect(securityReport({ ...base, tests: [ran('passed'), ran('passed')] }).text).toContain(
      '| 2 of 2, 4 assertions |',
    );
    expect(securityReport({ ...base, tests: [sampledRun] }).text).toContain(
      '| 1 of 1, 2 assertions; 80 of 2,000 sequences (seed 7); the whole: no run of `npm run prove` is known |',
    );
    const whole = { ...ran('passed'), samples: [{ ...sample, ran: 2000 }] };
    const sequences = {
      ...provedPart('2026-11-24T10:00:00Z', [whole]),
      commit: 'abcdef0123456789',
      changed: false,
    };
    expect(securityReport({ ...base, proved: { sequences }, tests: [sampledRun] }).text).toContain(
      'the whole: passed 2,000 of 2,000 sequences (seed 7) on 2026-11-24 at abcdef012345 by `npm run prove` |',
    );
  });

  it('takes what is not in the run for no proof, and says when it ran last', () => {
    const promises = [{ from: 'README 10', promise: 'c', proofs: [byProve('main-stall', proven)] }];
    const { text, failures } = securityReport({ ...base, promises, tests: [] });
    expect(failures).toEqual([]);
    expect(text).toContain('| not in this run; no run of `npm run prove` is known |');
    const stall = {
      ...provedPart('2026-11-24T10:00:00Z', [ran('failed')]),
      commit: 'abcdef0123456789',
      changed: true,
    };
    expect(securityReport({ ...base, promises, tests: [], proved: { 'main-stall': stall } }).text).toContain(
      '| not in this run; failed on 2026-11-24 at abcdef012345, with changes that are not committed, by `npm run prove` |',
    );
    expect(securityReport({ ...base, promises, tests: [ran('failed')] }).failures).toHaveLength(1);
  });

  it('names every attack with its result, and fails a whole run in which one did not run', () => {
    const made = [
      { id: '2a', does: 'It does this.' },
      { id: '8b', does: 'It does that.', refuted: 'It never did.' },
    ];
    const attack = ran('passed', 'e2e/a.e2e.ts:3: it does this @attack-2a');
    const passed = securityReport({ ...base, promises: [], attacks: made, tests: [attack] });
    expect(passed.failures).toEqual([]);
    expect(passed.text).toContain('| 2a | It does this. | passed | 1 of 1, 2 assertions | `e2e/a.e2e.ts` |');
    expect(passed.text).toContain('| 8b | It does that. | refuted: It never did. |');
    expect(securityReport({ ...base, promises: [], attacks: made, tests: [] }).failures).toEqual([
      'attack 2a, “It does this.”: not run',
    ]);
  });
});

it('knows an attack by its tag, in a group too', () => {
  expect(tagOfAttack('N1')).toBe('attack-n1');
  expect(tagsOf('a.ts: x @attack-n1')).toEqual(['attack-n1']);
  expect(tagsOf('a.ts: the page @attack-2a @attack-2b x')).toEqual(['attack-2a', 'attack-2b']);
  expect(tagsOf('a.ts: x @attack-11')).not.toContain('attack-1');
  expect(tagsOf('a.ts: attack 2a: x')).toEqual([]);
  expect(new Set(attacks.map(({ id }) => tagOfAttack(id))).size).toBe(attacks.length);
});

it('puts what a test has said of its sample beside it', () => {
  const result = {
    passed: 2,
    failed: 0,
    skipped: 0,
    failures: [],
    times: [ran('passed'), ran('passed', 'b')],
  };
  const said = { tag: 'holds', what: 'calls', ran: 1, of: 2 };
  expect(withSamples(result, `${JSON.stringify(said)}\n`).times?.map(({ samples }) => samples)).toEqual([
    [said],
    undefined,
  ]);
});

describe('what was proved', () => {
  const run = (commit: string, parts: object) => ({ commit, changed: false, parts });

  it('is the last run of each part', () => {
    const older = run('a', { fuzzed: provedPart('1', []), policies: provedPart('2', []) });
    const newer = run('b', { fuzzed: provedPart('3', []) });
    expect(newest([older, newer])).toMatchObject({ fuzzed: { commit: 'b' }, policies: { commit: 'a' } });
  });

  it('is enough for a release when each part has passed', () => {
    expect(whyUnproved(run('a', {}))[0]).toContain('npm run prove -- sequences conflicts');
    const names = [
      'sequences',
      'wrong-types',
      'fuzzed',
      'faults',
      'policies',
      'palette',
      'memory',
      'main-stall',
      'programs',
      'release',
      'conflicts',
    ];
    const all = Object.fromEntries(names.map((name) => [name, provedPart('1', [])]));
    expect(whyUnproved(run('a', all))).toEqual([]);
    expect(whyUnproved(run('a', { ...all, policies: { ...all['policies'], failed: 1 } }))).toEqual([
      'This commit is not proved: policies. Run: npm run prove -- policies',
    ]);
  });
});
