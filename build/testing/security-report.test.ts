import { expect, it } from 'vitest';
import { outcomeOf, securityReport } from './security-report.mjs';

const held = { file: 'e2e/a.e2e.ts', title: 'holds', proves: 'It holds.' };
const ran = (status: 'passed' | 'failed' | 'skipped', test = 'e2e/a.e2e.ts:3: it holds today') => ({
  test,
  status,
  ms: 1,
});
const given = [{ from: 'README 1', promise: 'a | b', proofs: [held] }];

it('knows what became of a test: in all its forms and places, by its file and title', () => {
  expect(outcomeOf(held, [ran('passed'), ran('passed')])).toBe('passed');
  expect(outcomeOf(held, [ran('passed'), ran('failed')])).toBe('failed');
  expect(outcomeOf(held, [ran('skipped')])).toBe('not run');
  expect(outcomeOf(held, [ran('passed', 'e2e/b.e2e.ts:3: it holds today')])).toBe('not run');
  expect(outcomeOf(held, [])).toBe('not run');
});

it('fails a run that has not proved a promise', () => {
  expect(securityReport(given, [ran('passed')], true).failures).toEqual([]);
  for (const tests of [[ran('failed')], [ran('skipped')], []]) {
    const { text, failures } = securityReport(given, tests, true);
    expect(failures).toHaveLength(1);
    expect(text).toMatch(/\*\*(?:failed|not run)\*\*/);
  }
  expect(
    securityReport([{ ...given[0], from: 'x', promise: 'y', proofs: [] }], [], false).failures,
  ).toHaveLength(1);
});

it('says of a part of a run that it is one, and fails it for what failed only', () => {
  const { text, failures } = securityReport(given, [], false);
  expect(failures).toEqual([]);
  expect(text).toContain('| README 1 | a \\| b | `e2e/a.e2e.ts: holds` | not run | It holds. |');
  expect(text).toContain('This run had some parts only');
  expect(securityReport(given, [ran('failed')], false).failures).toHaveLength(1);
});
