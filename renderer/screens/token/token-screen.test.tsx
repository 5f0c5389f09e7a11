import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { failing, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleToken } from '../../fixtures/session.fixture.ts';
import { noteToken, tokensOf } from './token-notes.ts';
import './renew-dialog.tsx';
import './revoke-dialog.tsx';
import { TokenScreen } from './token-screen.tsx';
import { newSession, showScreen } from '../../fixtures/screen.fixture.tsx';
import { inspection } from './tokens.fixture.ts';

afterEach(cleanup);

const card: SecretRef = { secretRef: 'typed-1', kind: 'token-id', length: 95, since: '' };

function show(answers: Answers = {}, of: { session?: SessionView; accessor?: string } = {}) {
  const { session = newSession(), accessor = '' } = of;
  const bridge = showScreen(session, <TokenScreen session={session} accessor={accessor} />, {
    'token.inspect': () => inspection(),
    ...answers,
  });
  return { bridge, session, user: userEvent.setup() };
}

function limited(numUses: number): SessionView {
  return newSession({ token: { ...sampleToken, numUses } });
}

describe('my token', () => {
  it('says who it is, counts down, and tells everything that the server says', async () => {
    show();
    expect(screen.getByRole('heading', { name: 'userpass-ops' })).toBeTruthy();
    expect(await screen.findByText(/^(29m5\ds|30m) left$/)).toBeTruthy();
    expect(screen.getByRole('meter', { name: 'Time left' }).getAttribute('aria-valuenow')).toBe('50');
    expect(screen.getByText('payments-read')).toBeTruthy();
    expect(screen.getByText(/until the maximum of its auth mount is reached/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Raw answer/ }));
    expect(screen.getByLabelText('Raw answer').textContent).toContain('••••');
  });

  it('asks nothing of the server with a limited-use token until told that it costs a use', async () => {
    const { bridge, user } = show({}, { session: limited(3) });
    expect(screen.getByText(/can be used 3 more times, and a look-up spends one/)).toBeTruthy();
    // What the login has told is there all the same.
    expect(screen.getByRole('heading', { name: 'userpass-ops' })).toBeTruthy();
    expect(bridge.inputsOf('token.inspect')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Look it up for one use' }));
    expect(bridge.inputsOf('token.inspect')).toHaveLength(1);
  });

  it('says what is not known where it may not look itself up, and asks again only when told to', async () => {
    const unknown = { ...sampleToken, policies: [], accessor: '', expireTime: null, ttlSeconds: 0 };
    const session = newSession({ token: { ...unknown, displayName: '', noLookUp: 'nothing' } });
    const { bridge, user } = show({}, { session });
    expect(screen.getByText(/its TTL, policies and uses are not known/)).toBeTruthy();
    expect(screen.getByText('TTL unknown')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/never ends|unlimited|Nothing needs/);
    expect(screen.getByRole('checkbox', { name: /Renew it automatically/ })).toHaveProperty('disabled', true);
    expect(bridge.inputsOf('token.inspect')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(bridge.inputsOf('token.inspect')).toHaveLength(1);
  });

  it('warns that the last use would kill the token', () => {
    show({}, { session: limited(1) });
    expect(screen.getByText(/that use, and the token is dead after it/)).toBeTruthy();
  });

  it('renews, and shows what was asked, what was granted and why less', async () => {
    const { bridge, session, user } = show({
      'token.renew': () => ({
        askedSeconds: 315_360_000,
        grantedSeconds: 2_764_800,
        warnings: ['TTL of "87600h" exceeded the effective max_ttl of "768h"'],
        reasons: ['The auth mount allows 768h at most.'],
        token: inspection({ ttlSeconds: 2_764_800 }),
      }),
    });
    await user.click(screen.getByRole('button', { name: 'Renew…' }));
    const field = await screen.findByLabelText(/How long from now/);
    await user.type(field, 'soon');
    await user.keyboard('{Enter}');
    expect(bridge.inputsOf('token.renew')).toEqual([]);
    expect(screen.getByRole('alert').textContent).toContain('Not a duration');
    await user.clear(field);
    await user.type(field, '87600h{Enter}');
    const outcome = await screen.findByRole('region', { name: 'Last renewal' });
    expect(outcome.textContent).toContain('Asked for 87600h, granted 768h');
    expect(outcome.textContent).toContain('The auth mount allows 768h at most.');
    expect(outcome.textContent).toContain('exceeded the effective max_ttl');
    expect(bridge.inputsOf('token.renew')).toEqual([
      { sessionId: session.sessionId, token: { by: 'self' }, incrementSeconds: 315_360_000 },
    ]);
  });

  it('keeps the dialog and what was typed when the server refuses to renew', async () => {
    const message = 'This token was made so that it cannot be renewed.';
    const { user } = show({ 'token.renew': failing({ kind: 'invalid-request', message }) });
    await user.click(screen.getByRole('button', { name: 'Renew…' }));
    const field = await screen.findByLabelText(/How long from now/);
    await user.type(field, '-5m{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(/How long from now/)).toHaveProperty('value', '-5m');
  });

  it('switches automatic renewal, and says why not where it cannot be', async () => {
    const { bridge, session, user } = show({
      'token.autoRenew': failing({ kind: 'invalid-request', message: 'Not this one.' }),
    });
    await user.click(screen.getByRole('checkbox', { name: /Renew it automatically/ }));
    expect(bridge.inputsOf('token.autoRenew')).toEqual([{ sessionId: session.sessionId, on: true }]);
    expect(await screen.findByText('Not this one.')).toBeTruthy();
    cleanup();
    show({ 'token.inspect': () => inspection({ expireTime: null, policies: ['root'] }) });
    expect(await screen.findByText(/there is nothing to renew/)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /Renew it automatically/ })).toHaveProperty('disabled', true);
  });

  it('says when the next renewal is due and why the last one failed', () => {
    const renewal = {
      nextAt: new Date(Date.now() + 3_600_000).toISOString(),
      problem: 'No answer for 30 s.',
    };
    show({}, { session: newSession({ renewal }) });
    expect(screen.getByText('No answer for 30 s.')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /Renew it automatically/ })).toHaveProperty('checked', true);
  });

  it('is revoked in either form, each saying what dies; declining changes nothing', async () => {
    const { bridge, user } = show({
      'token.revoke': failing({ kind: 'cancelled', message: 'Declined.' }),
    });
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'More' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Revoke…' }));
    };
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Revoke my own token' });
    expect(dialog.textContent).toContain('Every token that it has made ends too');
    expect(dialog.textContent).toContain('This session can do nothing more');
    await user.click(within(dialog).getByRole('radio', { name: 'Only my token' }));
    await user.click(within(dialog).getByRole('button', { name: 'Revoke…' }));
    expect(within(dialog).queryByRole('alert')).toBeNull();
    bridge.answers['token.revoke'] = () => ({ warnings: [] });
    await user.click(within(dialog).getByRole('button', { name: 'Revoke…' }));
    expect(await screen.findByText(/^Revoked/)).toBeTruthy();
    expect(bridge.inputsOf('token.revoke').map(({ token, orphan }) => [token.by, orphan])).toEqual([
      ['self', true],
      ['self', true],
    ]);
    expect(screen.getByText('revoked')).toBeTruthy();
  });
});

describe('another token', () => {
  it('is opened by its accessor; a token in its place is refused, not kept, and explained', async () => {
    const { user, session } = show();
    const field = await screen.findByLabelText('Accessor');
    await user.click(field);
    await user.paste('hvs.CAESIJ3bq1hXv0a8kq9dLr0tEXAMPLE');
    expect(screen.getByRole('alert').textContent).toContain('looks like a token');
    expect(field).toHaveProperty('value', '');
    expect(tokensOf(session.sessionId).snapshot().accessorText).toBe('');
    await user.type(field, 'zVlN3acCeSsOr{Enter}');
    expect(screen.getByTestId('opened').textContent).toBe('token zVlN3acCeSsOr');
  });

  it('is looked up by its value, which stays in main; what cannot be looked up is forgotten', async () => {
    const { bridge, user, session } = show({ 'secret.enter': () => card });
    bridge.answers['token.inspect'] = ({ token }) =>
      inspection(token.by === 'secret' ? { accessor: 'other-accessor', id: card } : {});
    await user.click(await screen.findByRole('button', { name: 'By value…' }));
    await waitFor(() => {
      expect(screen.getByTestId('opened').textContent).toBe('token other-accessor');
    });
    expect(tokensOf(session.sessionId).snapshot().notes['other-accessor']).toEqual({ secretRef: 'typed-1' });

    bridge.answers['token.inspect'] = failing({ kind: 'invalid-input', message: 'No such token.' });
    await user.click(screen.getByRole('button', { name: 'By value…' }));
    expect(await screen.findByText('No such token.')).toBeTruthy();
    expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: 'typed-1' }]);
  });

  it('of batch kind has no accessor, no renewal and no revocation', async () => {
    const session = newSession();
    noteToken(tokensOf(session.sessionId), 'by value 1', { secretRef: 'typed-1' });
    const { bridge, user } = show(
      { 'token.inspect': () => inspection({ type: 'batch', accessor: '', renewable: false, id: card }) },
      { session, accessor: 'by value 1' },
    );
    expect(await screen.findByText(/The server does not store it/)).toBeTruthy();
    expect(bridge.inputsOf('token.inspect')[0]?.token).toEqual({ by: 'secret', secretRef: 'typed-1' });
    expect(screen.getByRole('button', { name: 'Renew…' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'More' }));
    const item = await screen.findByRole('menuitem', { name: /Revoke…/ });
    expect(item.textContent).toContain('cannot revoke batch tokens');
    expect(item.getAttribute('aria-disabled')).toBe('true');
  });

  it('whose value is no longer held says so', () => {
    const { bridge } = show({}, { accessor: 'by value 9' });
    expect(screen.getByText('The value of this token is no longer held')).toBeTruthy();
    expect(bridge.inputsOf('token.inspect')).toEqual([]);
  });

  it('known by accessor alone is revoked with its children, or alone once its value was given', async () => {
    const { bridge, user } = show(
      {
        'token.inspect': ({ token }) =>
          inspection({ accessor: token.by === 'secret' ? 'someone-else' : 'abc', displayName: 'ci' }),
        'secret.enter': () => card,
        'token.revoke': () => ({ warnings: ['No token found with this accessor'] }),
      },
      { accessor: 'abc' },
    );
    await screen.findByRole('heading', { name: 'ci' });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke this token' });
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Give its value…' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('That is another token');
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
    bridge.answers['token.inspect'] = () => inspection({ accessor: 'abc', displayName: 'ci', id: card });
    await user.click(within(dialog).getByRole('button', { name: 'Give its value…' }));
    await user.click(await within(dialog).findByRole('radio', { name: 'Only the token' }));
    await user.click(within(dialog).getByRole('button', { name: 'Revoke…' }));
    expect(await screen.findByText('No token found with this accessor')).toBeTruthy();
    expect(bridge.inputsOf('token.revoke')[0]).toMatchObject({
      token: { by: 'secret', secretRef: 'typed-1' },
      orphan: true,
    });
  });

  it('that may not be looked up names the missing right', async () => {
    show(
      {
        'token.inspect': failing({
          kind: 'forbidden',
          message: 'No.',
          method: 'POST',
          path: 'auth/token/lookup-accessor',
        }),
      },
      { accessor: 'abc' },
    );
    expect(
      await screen.findByText('path "auth/token/lookup-accessor" { capabilities = ["update"] }'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Why was I refused?' })).toBeTruthy();
  });
});

it('forgets what was done to my token once another login has brought another one', () => {
  const session = newSession();
  const tokens = tokensOf(session.sessionId);
  noteToken(tokens, '', {
    accessor: 'the-one-before',
    revoked: { at: new Date().toISOString(), warnings: [] },
  });
  const { bridge } = show({}, { session });
  expect(screen.queryByText('revoked')).toBeNull();
  expect(bridge.inputsOf('token.inspect')).toHaveLength(1);
  noteToken(tokens, '', { accessor: session.token.accessor });
  expect(tokens.snapshot().notes['']).toEqual({ accessor: session.token.accessor });
});
