import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { UpdateState } from '../../../shared/ipc/contract/updates.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { installFakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { UpdateNotice } from './update-notice.tsx';

afterEach(cleanup);

const unasked: UpdateState = {
  way: 'itself',
  why: '',
  looks: true,
  feed: 'https://updates.example.com/strongroom/',
  stage: { kind: 'idle' },
  checkedAt: '',
};

function show(state: UpdateState) {
  const bridge = installFakeBridge({
    'updates.state': () => state,
    'updates.setMode': ({ mode }) => ({ ...state, mode }),
  });
  const onShow = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UpdateNotice onShow={onShow} />
      <p>end</p>
    </QueryClientProvider>,
  );
  return { bridge, onShow, user: userEvent.setup() };
}

it('asks once, names the host, and is gone with the answer', async () => {
  const { bridge, user } = show(unasked);
  expect(await screen.findByText('updates.example.com')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Off/ }));
  expect(bridge.inputsOf('updates.setMode')).toEqual([{ mode: 'off' }]);
  expect(screen.queryByRole('region', { name: 'Updates' })).toBeNull();
});

it('offers no installation where the app does not install', async () => {
  show({ ...unasked, way: 'by-hand', why: 'It is replaced by hand.' });
  expect(await screen.findByRole('button', { name: /^Notify/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Automatic/ })).toBeNull();
});

it('names a newer version and leads to it', async () => {
  const update = { version: '0.2.0', released: '2026-11-01T10:00:00Z', notes: '', sizeBytes: 1 };
  const { onShow, user } = show({ ...unasked, mode: 'ask', stage: { kind: 'found', update } });
  expect(await screen.findByText('Version 0.2.0 available')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(onShow).toHaveBeenCalledOnce();
});

it.each([
  ['a package manager updates the app', { ...unasked, way: 'package-manager', looks: false }],
  ['there is no address to ask', { ...unasked, feed: '' }],
  ['the person has chosen', { ...unasked, mode: 'off' }],
] as const)('says nothing where %s', async (_why, state) => {
  const { bridge } = show(state);
  await waitFor(() => expect(bridge.inputsOf('updates.state')).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
