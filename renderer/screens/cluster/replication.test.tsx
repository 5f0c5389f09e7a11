import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplicationLook } from '../../../shared/vault/cluster.ts';
import type { ReplicationFacts } from '../../../shared/vault/replication.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { toned, type Tone } from '../../ui/tone.ts';
import { PartCards } from './part-list.tsx';
import { replicationPart } from './replication.tsx';

afterEach(cleanup);

const lastHeartbeat = '2026-11-22T09:41:00Z';
const primary: ReplicationFacts = {
  kind: 'performance',
  mode: 'primary',
  state: 'running',
  corrupted: false,
  peers: [
    { name: 'frankfurt', connected: true, lastHeartbeat },
    { name: 'tokyo', connected: false, lastHeartbeat: '' },
  ],
};
const healthy: ReplicationFacts = { ...primary, peers: primary.peers.slice(0, 1) };
const secondary: ReplicationFacts = {
  kind: 'dr',
  mode: 'secondary',
  state: 'stream-wals',
  corrupted: false,
  peers: [{ name: '', connected: true, lastHeartbeat }],
};
const problem = { kind: 'forbidden', message: 'permission denied' } as const;

function card(look: ReplicationLook, onOpen = (): void => undefined): HTMLElement {
  render(<PartCards parts={[replicationPart(look, () => undefined)]} open="" onOpen={onOpen} />);
  return screen.getByRole('button', { name: /^Replication / });
}

describe('the card', () => {
  it.each([
    ['every peer connected', { facts: [healthy, secondary] }, '2 of 2 connected', 'ok'],
    ['one peer gone', { facts: [primary] }, '1 of 2 connected', 'warn'],
    [
      'a state that is not up to date',
      { facts: [{ ...healthy, state: 'merkle-sync' }] },
      '1 of 1 connected',
      'warn',
    ],
    ['a corrupted tree', { facts: [{ ...healthy, corrupted: true }] }, '1 of 1 connected', 'warn'],
    ['no peer yet', { facts: [{ ...primary, peers: [] }] }, 'No peers', 'ok'],
    ['what was refused', { problem }, 'No permission', 'warn'],
    ['nothing read yet', {}, '—', 'ok'],
  ] satisfies readonly (readonly [string, ReplicationLook, string, Tone])[])(
    'says in a line how it is: %s',
    (_, look, headline, tone) => {
      const shown = card(look);
      expect(shown.textContent).toContain(headline);
      expect(
        within(shown)
          .getByText(headline)
          .classList.contains(toned(tone) ?? ''),
      ).toBe(true);
    },
  );

  it('names mode and state of each kind, and opens', async () => {
    const opened = vi.fn();
    const shown = card({ facts: [healthy, secondary] }, opened);
    expect(shown.textContent).toContain('primary, running; secondary, stream-wals');
    await userEvent.click(shown);
    expect(opened).toHaveBeenCalledOnce();
  });
});

describe('the view', () => {
  function show(look: ReplicationLook, onClose = (): void => undefined): void {
    render(
      <QueryClientProvider client={createQueryClient()}>
        {replicationPart(look, onClose).view}
      </QueryClientProvider>,
    );
  }

  it('has each kind with its peers by their role, and in words what is wrong', () => {
    show({ facts: [primary, secondary] });
    const performance = within(screen.getByRole('region', { name: 'Performance replication' }));
    expect(performance.getByText(/the secondary tokyo is not connected\.$/)).toBeTruthy();
    expect(performance.getByText(/^frankfurt, connected/).textContent).toContain(', heard ');
    expect(performance.getByText(/^tokyo, not connected/).textContent).not.toContain('heard');
    const dr = within(screen.getByRole('region', { name: 'Disaster recovery replication' }));
    expect(dr.getByText('Primary')).toBeTruthy();
    expect(dr.getByText(/^—, connected/)).toBeTruthy();
    expect(dr.queryByText(/not connected/)).toBeNull();
  });

  it('says why nothing was read, and closes', async () => {
    const closed = vi.fn();
    show({ problem }, closed);
    expect(screen.getByText('Replication was not read')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close details' }));
    expect(closed).toHaveBeenCalledOnce();
  });
});
