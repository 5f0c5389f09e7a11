import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { Unauthenticated } from './unauthenticated.tsx';

beforeAll(async () => {
  const nothing = (): void => undefined;
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
  });
  await Promise.all([
    import('../screens/wrapping/unauthenticated-unwrap.tsx'),
    import('../screens/cluster/unauthenticated-cluster.tsx'),
    import('../screens/ceremony/unauthenticated-ceremony.tsx'),
  ]);
});
afterEach(cleanup);

const target = {
  address: 'https://vault.example:8200',
  namespace: '',
  timeoutMs: 30_000,
  proxy: '',
  tls: { useSystemStore: true, skipVerify: false },
};

it.each([
  ['wrapping', 'Unwrap a token'],
  ['cluster', 'Payments'],
  ['first-run', 'Initialise'],
] as const)('mounts the screen of %s, and leads back', async (kind, title) => {
  installFakeBridge();
  let closed = 0;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Unauthenticated server={{ kind, target, name: 'Payments' }} onClose={() => closed++} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: title });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(closed).toBe(1);
});
