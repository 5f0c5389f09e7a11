import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import { connectEvents, createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { OneTimeResultsStatus } from '../../shell/one-time-results-status.tsx';
// Preloads lazy components: on a busy machine loading can exceed a test's timeout.
import './one-time-results-dialog.tsx';
import { OneTimeResultsNotice } from './one-time-results.tsx';
import { sampleAnswer } from './answer.fixture.ts';

const one: AnswerSummary = {
  answerId: 'held-1',
  kind: 'unwrapped',
  sessionId: 'one',
  title: 'Unwrapped',
  path: 'sys/wrapping/unwrap',
  at: '2026-11-20T09:00:00Z',
};
const two: AnswerSummary = {
  answerId: 'held-2',
  kind: 'plain',
  title: 'New token',
  path: 'auth/token/create',
  at: '2026-11-20T09:00:00Z',
};

function show(results: readonly AnswerSummary[], which = <OneTimeResultsStatus />, answers: Answers = {}) {
  const bridge = installFakeBridge({
    'session.list': () => [sampleSession()],
    'clipboard.state': () => ({ clearsAt: '' }),
    'answer.list': () => results,
    'answer.view': ({ answerId }) => sampleAnswer({ answerId }),
    'answer.copy': () => ({ clearsAt: '' }),
    'answer.dismiss': () => ({}),
    ...answers,
  });
  const client = createQueryClient();
  connectEvents(client);
  render(<QueryClientProvider client={client}>{which}</QueryClientProvider>);
  return bridge;
}

afterEach(cleanup);

it('says nothing while nothing is held, and counts as main tells', async () => {
  const bridge = show([]);
  await waitFor(() => {
    expect(bridge.inputsOf('answer.list')).toHaveLength(1);
  });
  expect(screen.queryByRole('button')).toBeNull();
  act(() => {
    bridge.emit('answer.changed', [one, two]);
  });
  expect(await screen.findByRole('button', { name: '2 one-time results' })).toBeTruthy();
});

it('is asked for when the page starts: another page may have been there before', async () => {
  const user = userEvent.setup();
  show([one]);
  await user.click(await screen.findByRole('button', { name: '1 one-time result' }));
  expect(await screen.findByRole('heading', { name: 'Unwrapped' })).toBeTruthy();
});

it('lists several, with whose they are, and opens one', async () => {
  const user = userEvent.setup();
  show([one, two], <OneTimeResultsNotice />);
  expect((await screen.findByRole('status')).textContent).toContain('2 one-time results, not saved yet');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect((await screen.findByRole('button', { name: /Unwrapped/ })).textContent).toContain(
    'Payments production',
  );
  expect(screen.getByRole('button', { name: /New token/ }).textContent).toContain('not logged in');
  await user.click(screen.getByRole('button', { name: /Unwrapped/ }));
  expect(await screen.findByRole('treegrid', { name: 'Unwrapped' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'All 2' }));
  expect(await screen.findByRole('button', { name: /New token/ })).toBeTruthy();
});

it('is empty once the last one is dismissed', async () => {
  const user = userEvent.setup();
  const bridge = show([one]);
  bridge.answers['answer.dismiss'] = () => {
    bridge.emit('answer.changed', []);
    return {};
  };
  await user.click(await screen.findByRole('button', { name: '1 one-time result' }));
  await user.click(await screen.findByRole('button', { name: 'Copy password' }));
  await screen.findByText(/without showing it/);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText(/^None\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('offers to restore what was dismissed, and shows nothing of it', async () => {
  const user = userEvent.setup();
  const off = { ...one, restorableUntil: '2099-01-01T00:00:00Z' };
  const bridge = show([off]);
  bridge.answers['answer.restore'] = () => {
    bridge.emit('answer.changed', [one]);
    return sampleAnswer({ answerId: one.answerId });
  };
  await user.click(await screen.findByRole('button', { name: '1 discarded result' }));
  expect(await screen.findByText(/^None\./)).toBeTruthy();
  expect(screen.queryByRole('treegrid')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restore Unwrapped' }));
  expect(await screen.findByRole('treegrid', { name: 'Unwrapped' })).toBeTruthy();
  expect(bridge.inputsOf('answer.restore')).toEqual([{ answerId: 'held-1' }]);
});
