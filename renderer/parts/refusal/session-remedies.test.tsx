import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { AppError } from '../../../shared/ipc/result.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SessionRemedies } from './session-remedies.tsx';

afterEach(cleanup);

function show(error: AppError) {
  const session = sampleSession();
  const bridge = installFakeBridge({ 'profile.confirmOrigin': () => session });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionRemedies session={session}>
        <ErrorPanel error={error} />
      </SessionRemedies>
    </QueryClientProvider>,
  );
  return bridge;
}

it('lets a refused redirect be confirmed wherever it shows', async () => {
  const bridge = show({
    kind: 'redirect-refused',
    location: 'https://vault-2.pay.example:8200',
    message: 'It redirected.',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm vault-2.pay.example:8200…' }));
  expect(bridge.inputsOf('profile.confirmOrigin')).toEqual([
    { sessionId: 'one', origin: 'https://vault-2.pay.example:8200' },
  ]);
});

it('adds nothing to other errors', () => {
  show({ kind: 'forbidden', message: 'No.' });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
