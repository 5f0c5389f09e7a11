import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ApprovalView } from '../../../shared/vault/approval.ts';
import { failing, type FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { row, show, viewOf } from './entry-screen.fixture.tsx';

afterEach(cleanup);

const waiting = { state: 'waiting', approvers: [] } as const;

function awaitingFor(seconds: number): AppError {
  return {
    kind: 'awaiting-approval',
    method: 'GET',
    path: 'secret/data/payments/api',
    accessor: 'acc ess',
    message: 'The server answers “secret/data/payments/api” once a control group has approved it.',
    askedAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + seconds * 1000).toISOString(),
  };
}

/** Shows an entry whose request is in a state; `granted` tells by the `approval` input if the read succeeds. */
function showWaiting(
  state: () => ApprovalView,
  { seconds = 3600, numUses = 0, granted = () => false }: Partial<WaitingOptions> = {},
): FakeBridge {
  return show(
    {
      'entry.approval': state,
      'entry.metadata': failing({ kind: 'forbidden', message: 'no' }),
      'entry.open': ({ approval }) =>
        granted(approval) ? { ...viewOf(7), approved: true } : failing(awaitingFor(seconds))(),
      'clipboard.copyText': () => ({}),
    },
    { numUses },
  );
}

interface WaitingOptions {
  readonly seconds: number;
  readonly numUses: number;
  readonly granted: (approval: string | undefined) => boolean;
}

it('says what it waits for and who has approved, and copies the message for the approver', async () => {
  const bridge = showWaiting(() => ({ state: 'waiting', approvers: ['bob'] }));
  await screen.findByRole('heading', { name: 'Waits for approval' });
  expect(await screen.findByText('bob')).toBeTruthy();
  expect(screen.getByText('Updates every 5 s.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy message for approver' }));
  await screen.findByRole('button', { name: 'Copied' });
  const [copied] = bridge.inputsOf('clipboard.copyText');
  expect(copied?.text).toContain('secret/data/payments/api');
  expect(copied?.text).toMatch(/(?:vault|bao) write sys\/control-group\/authorize accessor='acc ess'$/);
});

it('shows the entry as soon as it is granted, and says what it is', async () => {
  let state: ApprovalView = waiting;
  const bridge = showWaiting(() => state, { granted: () => state.state === 'approved' });
  await screen.findByText('No one yet');
  state = { state: 'approved', approvers: ['bob'] };
  fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
  await row('password');
  expect(screen.getByText(/Refresh asks for another approval/)).toBeTruthy();
  // Opening a page reuses the cached request; a manual refresh asks for a new approval.
  expect(bridge.inputsOf('entry.open')[0]).not.toHaveProperty('approval');
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Refresh/ }));
  await waitFor(() => expect(bridge.inputsOf('entry.open').at(-1)).toMatchObject({ approval: 'anew' }));
});

it.each([
  ['expired', 0, waiting, 'The request has expired'],
  ['revoked', 3600, { state: 'ended', approvers: [] } as const, 'The request has ended'],
])('offers to ask again after a request has %s', async (_how, seconds, state, title) => {
  const bridge = showWaiting(() => state, { seconds });
  await screen.findByRole('heading', { name: title });
  const before = bridge.inputsOf('entry.open').length;
  fireEvent.click(screen.getByRole('button', { name: 'Request approval' }));
  await waitFor(() => expect(bridge.inputsOf('entry.open')).toHaveLength(before + 1));
});

it('asks for the state only when told to where each request costs a use', async () => {
  const bridge = showWaiting(() => waiting, { numUses: 5 });
  const check = await screen.findByRole('button', { name: 'Ask the server (1 use)' });
  expect(screen.queryByText('Updates every 5 s.')).toBeNull();
  expect(bridge.inputsOf('entry.approval')).toEqual([]);
  fireEvent.click(check);
  await screen.findByText('No one yet');
  expect(bridge.inputsOf('entry.approval')).toHaveLength(1);
});

it('lets a token that may not see the state unwrap on a person’s word', async () => {
  showWaiting(failing({ kind: 'forbidden', message: 'not permitted' }), {
    granted: (approval) => approval === 'given',
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Unwrap after approval' }));
  await row('password');
});
