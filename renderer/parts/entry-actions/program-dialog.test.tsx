/** An entry as references: what is copied has no value, and keys that are known are not read again. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Mount } from '../../../shared/vault/mount.ts';
import { newSession, showScreen, withRoom } from '../../fixtures/screen.fixture.tsx';
import { dismissAction } from './actions.ts';
import { entryMenu } from './entry-menu.ts';
import { ProgramDialog } from './program-dialog.tsx';

withRoom();

const mount = { path: 'secret/', engine: 'kv2', description: '' } as unknown as Mount;
const view = { entryId: 'e1', path: 'web/db', keys: [{ key: 'user' }, { key: 'db-password' }] } as never;

function show(change: { readonly keys?: readonly string[]; readonly profileId?: string }, programs = true) {
  const { keys, profileId = 'p1' } = change;
  const session = newSession({ name: 'payments production', profileId });
  const place = { sessionId: session.sessionId, mount, path: 'web/db' };
  const action = { kind: 'use-in-program', place, ...(keys === undefined ? {} : { keys }) } as const;
  const bridge = showScreen(session, <ProgramDialog action={action} session={session} />, {
    'entry.open': () => view,
    'entry.close': () => ({}),
    'app.preferences': () => ({ programs }) as never,
    'app.setPreferences': () => ({ programs: true }) as never,
  });
  return { bridge, user: userEvent.setup() };
}

describe('an entry in a program', () => {
  it('is copied as references and a line to run, without reading what is open', async () => {
    const { bridge, user } = show({ keys: ['user', 'db-password'] });
    await user.click(await screen.findByRole('button', { name: 'Copy this file' }));
    await user.click(screen.getByRole('button', { name: 'Copy this command' }));
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([
      {
        text:
          'USER=strongroom://payments%20production/secret/web/db#user\n' +
          'DB_PASSWORD=strongroom://payments%20production/secret/web/db#db-password',
      },
      { text: 'strongroom run --env-file .env.strongroom -- npm start' },
    ]);
    expect(bridge.inputsOf('entry.open')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Let programs ask' })).toBeNull();
  });

  it('from the tree is read for its keys, and closed again', async () => {
    const { bridge, user } = show({}, false);
    expect((await screen.findByLabelText('Text of .env.strongroom')).textContent).toContain('web/db#user');
    await user.click(await screen.findByRole('button', { name: 'Let programs ask' }));
    expect(bridge.inputsOf('app.setPreferences')).toEqual([{ programs: true }]);
    act(() => {
      dismissAction();
    });
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
    await waitFor(() => expect(bridge.inputsOf('entry.open')).toHaveLength(1));
  });

  it('cannot be referred to before its connection is saved', () => {
    const place = { sessionId: 's', mount, path: 'web/db' };
    const item = entryMenu({ place, connection: undefined }).find(
      (one) => typeof one === 'object' && one.label === 'Use in a program…',
    );
    expect(item).toMatchObject({
      disabled: true,
      reason: expect.stringMatching(/^Save this connection/) as string,
    });
  });
});
