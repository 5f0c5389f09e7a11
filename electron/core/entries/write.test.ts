import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { clearer } from './write.ts';

const said = (...serverErrors: string[]) =>
  clearer(
    new AppFailure({
      kind: 'server-error',
      message: 'The server failed to answer.',
      status: 500,
      serverErrors,
    }),
    600_000,
  ).error;

describe('a refused write', () => {
  it.each([
    ['raft', 'put failed due to value being too large; got 1048577 bytes, max: 1048576 bytes', 1_048_576],
    [
      'raft of OpenBao',
      'put failed due to value being too large; got 156 bytes, max 1048576 bytes',
      1_048_576,
    ],
    [
      'raft, one value',
      'put failed due to value being too large, max value size for key logical/x is 1048576, got 2196924',
      1_048_576,
    ],
    [
      'Consul',
      'put failed due to value being too large: Unexpected response code: 413 (Value exceeds 524288 byte limit)',
      524_288,
    ],
    ['another storage', 'put failed due to value being too large', 600_000],
    ['one text', 'JSON string value exceeds allowed length', 1_048_576],
  ])('by %s is too large', (_who, words, limitBytes) => {
    expect(said(words)).toMatchObject({ kind: 'too-large', limitBytes });
    expect(said(words).message).toContain('Nothing was saved');
  });

  it.each([
    'JSON object exceeds allowed entry count',
    'JSON array exceeds allowed element count',
    'JSON input exceeds allowed nesting depth',
    "duplicate key 'a' in object",
    'refused JSON input due to high complexity: exceeded maximum number of strings',
    'refused JSON input due to high complexity: exceeded maximum estimated memory limits',
  ])('for “%s” can be mended by whoever wrote it', (words) => {
    expect(said(words)).toMatchObject({ kind: 'invalid-request', hint: `The server says: ${words}` });
  });

  it('that is none of these stays what it was', () => {
    expect(said('internal error')).toMatchObject({
      kind: 'server-error',
      message: 'The server failed to answer.',
    });
  });
});
