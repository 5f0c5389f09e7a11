import { describe, expect, it } from 'vitest';
import { summary as playwrightSummary } from './playwright-run.mjs';
import { judged } from './runner-result.mjs';
import { timeTable } from './times.mjs';
import { summary as vitestSummary } from './vitest-run.mjs';

const test = (status: string) => ({
  status,
  fullName: `a ${status} test`,
  failureMessages: ['why'],
  duration: 5,
});

describe('a vitest report', () => {
  it('is counted', () => {
    const assertionResults = ['passed', 'passed', 'failed', 'pending', 'todo'].map(test);
    const result = vitestSummary([{ name: '/x/a.test.ts', status: 'failed', assertionResults }]);
    expect(result).toMatchObject({ passed: 2, failed: 1, skipped: 2 });
    expect(result.failures[0]).toMatch(/a failed test\nwhy/);
    expect(result.times).toHaveLength(5);
    expect(result.times?.[0]?.ms).toBe(5);
    expect(result.times?.map(({ status }) => status)).toEqual([
      ...['passed', 'passed', 'failed', 'skipped', 'skipped'],
    ]);
  });

  it('counts a file that could not be loaded as a failure', () => {
    const result = vitestSummary([
      { name: '/x/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]);
    expect(result).toMatchObject({ passed: 0, failed: 1 });
    expect(result.failures[0]).toContain('no such module');
  });

  it('shows the end of the output for a file that ended its process', () => {
    const file = { name: '/x/a.test.ts', status: 'failed', message: '', assertionResults: [] };
    expect(vitestSummary([file], 'Fatal error in V8').failures[0]).toContain('Fatal error in V8');
  });
});

describe('a Playwright report', () => {
  it('is counted, through nested suites', () => {
    const spec = (status: string) => ({
      title: `a ${status} step`,
      file: 'x.e2e.ts',
      line: 3,
      tests: [
        {
          status,
          results: [{ status: 'failed', duration: 7, errors: [{ message: '\u001B[31mwhy\u001B[39m' }] }],
        },
      ],
    });
    const inner = {
      title: 'inner',
      specs: [spec('expected'), spec('unexpected'), spec('flaky'), spec('skipped')],
    };
    const result = playwrightSummary({ suites: [{ title: 'outer', suites: [inner] }] });
    expect(result).toMatchObject({ passed: 1, failed: 2, skipped: 1 });
    expect(result.failures[0]).toBe('e2e/x.e2e.ts:3: a unexpected step\nwhy');
    expect(result.times?.[0]).toEqual({ test: 'e2e/x.e2e.ts:3: a expected step', ms: 7, status: 'passed' });
    expect(result.times?.map(({ status }) => status)).toEqual(['passed', 'failed', 'failed', 'skipped']);
  });

  it('counts an error outside of every test', () => {
    expect(playwrightSummary({ errors: [{ message: 'no server' }] })).toMatchObject({ passed: 0, failed: 1 });
  });
});

const good = { passed: 3, failed: 0, skipped: 0, failures: [] };

describe('a runner', () => {
  it('that ends well is taken at its word', () => {
    expect(judged(good, 0, '')).toEqual(good);
  });

  it('that ends badly without a failed test has failed', () => {
    expect(judged(good, 1, 'an unhandled error')).toMatchObject({ passed: 3, failed: 1 });
  });

  it('that ran nothing has failed', () => {
    expect(judged({ ...good, passed: 0 }, 0, '')).toMatchObject({ failed: 1 });
  });
});

describe('the table of times', () => {
  it('has the longest stage and the slowest test first', () => {
    const times = [
      { test: 'quick', ms: 5, status: 'passed' as const },
      { test: 'slow', ms: 61_234, status: 'passed' as const },
    ];
    const results = [
      { name: 'unit', ms: 1_000, result: { ...good, times } },
      { name: 'lint', ms: 90_000, result: good },
    ];
    expect(timeTable(results)).toEqual([
      'Time of stages',
      '  90.0 s  lint',
      '   1.0 s  unit',
      'Slowest tests',
      '  61.2 s  unit: slow',
      '   0.0 s  unit: quick',
    ]);
  });
});
