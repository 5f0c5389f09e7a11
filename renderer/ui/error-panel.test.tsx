import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppError, AppErrorKind, InvalidPathReason, TlsReason } from '../../shared/ipc/result.ts';
import { CopyContext } from './copy-context.ts';
import { ErrorPanel } from './error-panel.tsx';
import { errorWords } from './error-words.ts';

afterEach(cleanup);

const message = 'The read of secret/data/x failed.';

/** One error of each kind; the compiler rejects a missing one. */
const kinds: Readonly<{ [K in AppErrorKind]: Extract<AppError, { kind: K }> }> = {
  'invalid-path': { kind: 'invalid-path', reason: 'absent', message },
  forbidden: { kind: 'forbidden', message },
  'invalid-request': { kind: 'invalid-request', message },
  unauthenticated: { kind: 'unauthenticated', message },
  sealed: { kind: 'sealed', message },
  'namespace-sealed': { kind: 'namespace-sealed', message },
  standby: { kind: 'standby', message },
  'not-initialized': { kind: 'not-initialized', message },
  'other-cluster': { kind: 'other-cluster', message },
  'rate-limited': { kind: 'rate-limited', retryAfterSeconds: 7, message },
  'server-error': { kind: 'server-error', message },
  'bad-answer': { kind: 'bad-answer', message },
  'too-large': { kind: 'too-large', limitBytes: 33_554_432, message },
  conflict: { kind: 'conflict', currentVersion: 8, message },
  'not-offered': { kind: 'not-offered', message },
  'root-namespace-only': { kind: 'root-namespace-only', message },
  tls: { kind: 'tls', reason: 'expired', message },
  network: { kind: 'network', code: 'ECONNREFUSED', message },
  timeout: { kind: 'timeout', timeoutMs: 30_000, message },
  'redirect-refused': { kind: 'redirect-refused', location: 'https://elsewhere.example', message },
  'awaiting-approval': { kind: 'awaiting-approval', accessor: 'a', askedAt: '', endsAt: '', message },
  'outcome-unknown': { kind: 'outcome-unknown', message },
  locked: { kind: 'locked', message },
  cancelled: { kind: 'cancelled', message },
  'invalid-input': { kind: 'invalid-input', message },
  'costs-a-use': { kind: 'costs-a-use', message },
  'not-kept': { kind: 'not-kept', message },
  internal: { kind: 'internal', message },
};

describe('ErrorPanel', () => {
  it.each(Object.values(kinds))('says what $kind is, what it means and what to do', (error) => {
    const { title, meaning, advice } = errorWords(error);
    render(<ErrorPanel error={error} />);
    const text = screen.getByRole('alert').textContent;
    for (const words of [title, message, meaning, advice]) expect(text).toContain(words);
  });

  it('has a title of its own for every kind and reason', () => {
    const paths: readonly InvalidPathReason[] = [
      'no-mount',
      'no-namespace',
      'wrong-api-path',
      'deleted-version',
      'destroyed-version',
    ];
    const certificates: readonly TlsReason[] = [
      'not-yet-valid',
      'wrong-host',
      'unknown-ca',
      'plain-http',
      'https-required',
      'other',
    ];
    const errors: readonly AppError[] = [
      ...Object.values(kinds),
      ...paths.map((reason) => ({ kind: 'invalid-path', reason, message }) as const),
      ...certificates.map((reason) => ({ kind: 'tls', reason, message }) as const),
    ];
    const titles = errors.map((error) => errorWords(error).title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('says facts of the error: version, seconds, limit, location', () => {
    expect(errorWords(kinds.conflict).meaning).toContain('version 8');
    expect(errorWords(kinds['rate-limited']).advice).toContain('7 s');
    expect(errorWords(kinds['too-large']).meaning).toContain('32 MiB');
    expect(errorWords(kinds['redirect-refused']).meaning).toContain('https://elsewhere.example');
    expect(errorWords(kinds.timeout).meaning).toContain('30 s');
  });

  it('shows what the server said, and prefers the hint over the usual advice', () => {
    const error: AppError = {
      ...kinds.forbidden,
      status: 403,
      serverErrors: ['1 error occurred: permission denied'],
      hint: 'Ask for “list” on secret/metadata/.',
    };
    render(<ErrorPanel error={error} title="This folder cannot be listed" />);
    const text = screen.getByRole('alert').textContent;
    expect(text).toContain('This folder cannot be listed');
    expect(text).toContain('The server said (status 403)');
    expect(text).toContain('1 error occurred: permission denied');
    expect(text).toContain('Ask for “list” on secret/metadata/.');
    expect(text).not.toContain(errorWords(error).advice);
  });

  it('folds all but one sentence and what to do', () => {
    const said = '1 error occurred: permission denied';
    const error: AppError = { ...kinds.forbidden, status: 403, path: 'secret/data/x', serverErrors: [said] };
    render(<ErrorPanel error={error} actions={<button>Retry</button>} />);
    const folded = (text: string): boolean => screen.getByText(text).closest('details') !== null;
    const { meaning, advice } = errorWords(error);
    expect([message, advice, 'Retry'].map(folded)).toEqual([false, false, false]);
    expect([meaning, said, 'Copy details'].map(folded)).toEqual([true, true, true]);
    expect(screen.getByText('Details').closest('details')?.open).toBe(false);
  });

  it('copies the details', async () => {
    const copied: string[] = [];
    const copy = (text: string): Promise<void> => {
      copied.push(text);
      return Promise.resolve();
    };
    const error: AppError = { ...kinds.network, method: 'GET', path: 'secret/data/x' };
    render(
      <CopyContext value={copy}>
        <ErrorPanel error={error} />
      </CopyContext>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Copy details' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(copied).toEqual([
      `Cannot connect\n${message}\nkind: network (ECONNREFUSED)\nrequest: GET secret/data/x`,
    ]);
  });
});
