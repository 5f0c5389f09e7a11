// @vitest-environment jsdom
import { QueryClientProvider, queryOptions, useQueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { call } from '../../api/client.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { Loaded } from './loaded.tsx';
import { useRead } from './use-read.ts';

afterEach(cleanup);

const key = ['names'];
const namesQuery = (sessionId: string) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => call('policy.list', { sessionId }, signal) });

function Names({ session }: { readonly session: SessionView }) {
  const query = useRead(session, namesQuery(session.sessionId));
  const client = useQueryClient();
  return (
    <>
      <button onClick={() => void client.invalidateQueries({ queryKey: key })}>Change something</button>
      <Loaded query={query} failed="Not listed">
        {(names) => <p>{names.join()}</p>}
      </Loaded>
    </>
  );
}

function show(numUses: number, answers: Answers = { 'policy.list': () => ['app'] }) {
  const bridge = installFakeBridge(answers);
  bridge.paying = numUses !== 0;
  const session = sampleSession({ token: { ...sampleToken, numUses } });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Names session={session} />
    </QueryClientProvider>,
  );
  return { bridge, user: userEvent.setup() };
}

const ask = { name: 'Ask the server (1 use)' };

it('reads at once, and again after a change', async () => {
  const { bridge, user } = show(0);
  await screen.findByText('app');
  await user.click(screen.getByRole('button', { name: 'Change something' }));
  await screen.findByText('app');
  expect(bridge.inputsOf('policy.list')).toHaveLength(2);
  expect(screen.queryByRole('button', ask)).toBeNull();
});

it('offers to ask for what main has not sent, and keeps data from before beside it', async () => {
  const { bridge, user } = show(5);
  await user.click(await screen.findByRole('button', ask));
  await screen.findByText('app');
  expect(screen.queryByRole('button', ask)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change something' }));
  await screen.findByRole('button', ask);
  expect(screen.getByText('app')).toBeTruthy();
  expect(bridge.inputsOf('policy.list')).toHaveLength(1);
  expect(screen.queryByText('Not listed')).toBeNull();
});
