/** The notice of a link over a bridge that a test controls. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mount } from '../../shared/vault/mount.ts';
import { connectEvents, createQueryClient } from '../api/query-client.ts';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { newSession } from '../fixtures/screen.fixture.tsx';
import { AskedLink } from './asked-link.tsx';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  cleanup();
});

const mounts = [
  { path: 'secret/', type: 'kv', engine: 'kv2', description: '', accessor: 'a' },
  { path: 'secret/apps/', type: 'kv', engine: 'kv1', description: '', accessor: 'b' },
] as unknown as readonly Mount[];

function show(first: string, name = 'payments') {
  let link = first;
  const opened: object[] = [];
  const bridge = installFakeBridge({
    'app.link': () => ({ link }),
    'app.dropLink': () => {
      link = '';
      bridge.emit('app.linkAsked', {});
      return {};
    },
    'profile.list': () => [{ profileId: 'p2', name: 'saved' }] as never,
    'mount.list': () => mounts,
  });
  const client = createQueryClient();
  ends.push(connectEvents(client));
  const session = newSession({ name, profileId: 'p1' });
  const connected: string[] = [];
  render(
    <QueryClientProvider client={client}>
      <AskedLink
        sessions={[session]}
        onOpen={(place) => opened.push(place)}
        onConnect={(profileId) => connected.push(profileId)}
      />
    </QueryClientProvider>,
  );
  const ask = (next: string) => {
    link = next;
    act(() => {
      bridge.emit('app.linkAsked', {});
    });
  };
  return { bridge, opened, connected, session, ask, user: userEvent.setup() };
}

const notice = () => screen.findByRole('region', { name: 'Link to an entry' });

describe('a link @program-links', () => {
  it('reads and sends nothing until it is opened, then opens the entry of the longest mount', async () => {
    const { bridge, opened, session, user } = show(
      'strongroom://payments/secret/apps/web/db?version=3#password',
    );
    expect((await notice()).textContent).toContain(
      'payments › secret/apps/web/db · version 3 · key password',
    );
    expect(bridge.calls.map(({ name }) => name).sort()).toEqual(['app.link', 'profile.list']);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(opened).toEqual([{ sessionId: session.sessionId, mount: mounts[1], path: 'web/db', version: 3 }]);
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('of an unknown connection is text, and one of a saved connection leads to its login', async () => {
    const { connected, ask, user } = show('strongroom://unknown/secret/a');
    expect((await notice()).textContent).toContain('No connection has its name.');
    expect(screen.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(['Close']);
    ask('strongroom://saved/secret/a');
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(connected).toEqual(['p2']);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('that names a host or is broken leads nowhere', async () => {
    const { ask } = show('strongroom://vault.example:8200/secret/a');
    expect((await notice()).textContent).toContain('never a host, a port or a user');
    for (const broken of [
      'strongroom://',
      'strongroom://payments/secret/../sys/raw#x',
      'strongroom://payments',
    ]) {
      ask(broken);
      expect(await screen.findByText(broken)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
    }
  });

  it('shows what a hostile name hides', async () => {
    const { ask } = show('');
    ask(`strongroom://${encodeURIComponent('a\u202eb<b>c')}/secret/a`);
    const shown = await notice();
    expect(shown.querySelector('[data-glyph]')).toBeTruthy();
    expect(shown.querySelector('b')).toBeNull();
  });

  it('stays with the reason if its mount is not there', async () => {
    const { opened, user } = show('strongroom://payments/elsewhere/a');
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    expect((await notice()).textContent).toContain('This connection shows no mount for it.');
    expect(opened).toEqual([]);
  });
});
