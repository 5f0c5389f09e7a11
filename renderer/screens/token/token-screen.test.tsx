import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { SecretRef } from '../../../shared/vault/secret-ref.ts';
import { failing, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleToken } from '../../fixtures/session.fixture.ts';
import { noteToken, tokensOf } from './token-notes.ts';
import './renew-dialog.tsx';
import { TokenScreen } from './token-screen.tsx';
import { newSession, showScreen, withRoom } from '../../fixtures/screen.fixture.tsx';
import { inspection } from './tokens.fixture.ts';

withRoom();

const card: SecretRef = { secretRef: 'typed-1', kind: 'token-id', length: 95, since: '' };

function show(answers: Answers = {}, of: { session?: SessionView; accessor?: string } = {}) {
  const { session = newSession(), accessor = '' } = of;
  const bridge = showScreen(session, <TokenScreen session={session} accessor={accessor} />, {
    'token.inspect': () => inspection(),
    ...answers,
  });
  return { bridge, session, user: userEvent.setup() };
}

function details() {
  return within(screen.getByRole('complementary', { name: 'Details' }));
}

function limited(numUses: number): SessionView {
  return newSession({ token: { ...sampleToken, numUses } });
}

describe('my token', () => {
  it('says who it is, counts down, and tells everything that the server says', async () => {
    show();
    expect(details().getByRole('heading', { name: 'userpass-ops' })).toBeTruthy();
    expect(await screen.findByText(/^(29|30) min left$/)).toBeTruthy();
    expect(screen.getByRole('meter', { name: 'Time left' }).getAttribute('aria-valuenow')).toBe('50');
    expect(details().getByText('payments-read')).toBeTruthy();
    expect(screen.getByText(/^Renewable up to the mount’s max TTL/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Raw JSON/ }));
    expect(screen.getByLabelText('Raw JSON').textContent).toContain('••••');
  });

  it('asks nothing of the server with a limited-use token until told that it costs a use', async () => {
    const { bridge, user } = show({}, { session: limited(3) });
    expect(screen.getByText(/A look-up costs one of 3 uses/)).toBeTruthy();
    // The login's facts are shown nevertheless.
    expect(details().getByRole('heading', { name: 'userpass-ops' })).toBeTruthy();
    expect(bridge.inputsOf('token.inspect')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Ask the server (1 use)' }));
    expect(bridge.inputsOf('token.inspect')).toHaveLength(1);
  });

  it('says what is not known where it may not look itself up, and asks again only when told to', async () => {
    const unknown = { ...sampleToken, policies: [], accessor: '', expireTime: null, ttlSeconds: 0 };
    const session = newSession({ token: { ...unknown, displayName: '', noLookUp: 'nothing' } });
    const { bridge, user } = show({}, { session });
    expect(screen.getByText(/its TTL, policies and uses are unknown/)).toBeTruthy();
    // Shown once, not in each of its facts.
    expect(document.body.textContent.match(/unknown/g)).toHaveLength(1);
    expect(document.body.textContent).not.toMatch(/never|unlimited|Nothing needs/);
    expect(screen.queryByRole('checkbox', { name: /Renew automatically/ })).toBeNull();
    expect(bridge.inputsOf('token.inspect')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(bridge.inputsOf('token.inspect')).toHaveLength(1);
  });

  it('warns that the last use would kill the token', () => {
    show({}, { session: limited(1) });
    expect(screen.getByText(/would be the last use of your token/)).toBeTruthy();
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
    const field = await screen.findByLabelText(/Increment/);
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
    const message = 'This token was created so that it cannot be renewed.';
    const { user } = show({ 'token.renew': failing({ kind: 'invalid-request', message }) });
    await user.click(screen.getByRole('button', { name: 'Renew…' }));
    const field = await screen.findByLabelText(/Increment/);
    await user.type(field, '-5m{Enter}');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(/Increment/)).toHaveProperty('value', '-5m');
  });

  it('switches automatic renewal, and says why not where it cannot be', async () => {
    const { bridge, session, user } = show({
      'token.autoRenew': failing({ kind: 'invalid-request', message: 'Not this one.' }),
    });
    await user.click(screen.getByRole('checkbox', { name: /Renew automatically/ }));
    expect(bridge.inputsOf('token.autoRenew')).toEqual([{ sessionId: session.sessionId, on: true }]);
    expect(await screen.findByText('Not this one.')).toBeTruthy();
    cleanup();
    show({ 'token.inspect': () => inspection({ expireTime: null, policies: ['root'] }) });
    expect(await screen.findByText('Never expires')).toBeTruthy();
    expect(details().getByText('Unrestricted')).toBeTruthy();
    // Said once, and impossible actions are not offered.
    expect(details().queryByText(/never (ends|expires)$/)).toBeNull();
    const renew = screen.getByRole('button', { name: 'Renew…' });
    expect(renew.getAttribute('aria-disabled')).toBe('true');
    expect(renew.title).toBe('Not renewable: it never expires');
    expect(screen.queryByRole('checkbox', { name: /Renew automatically/ })).toBeNull();
  });

  it('says when the next renewal is due and why the last one failed', () => {
    const renewal = {
      nextAt: new Date(Date.now() + 3_600_000).toISOString(),
      problem: 'No answer for 30 s.',
    };
    show({}, { session: newSession({ renewal }) });
    expect(screen.getByText('No answer for 30 s.')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /Renew automatically/ })).toHaveProperty('checked', true);
  });

  it('is revoked in either form by one press, and declining in the prompt changes nothing', async () => {
    const { bridge, user } = show({
      'token.revoke': failing({ kind: 'cancelled', message: 'Declined.' }),
    });
    await user.click(screen.getByRole('button', { name: 'Revoke…' }));
    await waitFor(() => {
      expect(bridge.inputsOf('token.revoke')).toHaveLength(1);
    });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    bridge.answers['token.revoke'] = () => ({ warnings: [] });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: /Revoke, keep child tokens…/ }));
    expect(await screen.findByText(/^Revoked .*The facts are from before/)).toBeTruthy();
    expect(bridge.inputsOf('token.revoke').map(({ token, orphan }) => [token.by, orphan])).toEqual([
      ['self', false],
      ['self', true],
    ]);
    expect(screen.getByRole('button', { name: 'Revoke…' }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('another token', () => {
  it('goes from a leaked accessor to revoked in four steps: paste, Enter, Delete, and the prompt', async () => {
    const { bridge, user } = show({
      'token.inspect': ({ token }) =>
        inspection(token.by === 'accessor' ? { accessor: token.accessor, displayName: 'ci' } : {}),
      'token.revoke': () => ({ warnings: [] }),
    });
    const field = screen.getByRole('searchbox', { name: 'Accessor or name' });
    expect(document.activeElement).toBe(field);
    await user.paste('zVlN3acCeSsOr');
    await user.keyboard('{Enter}');
    expect(await details().findByRole('heading', { name: 'ci' })).toBeTruthy();
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Details' }));
    });
    // Its row is in the table from now on.
    expect((await screen.findByRole('row', { current: true })).textContent).toContain('zVlN3acCeSsOr');
    await user.keyboard('{Delete}');
    expect(await screen.findByText(/^Revoked .*The facts are from before/)).toBeTruthy();
    expect(bridge.inputsOf('token.revoke')).toMatchObject([
      { token: { by: 'accessor', accessor: 'zVlN3acCeSsOr' }, orphan: false },
    ]);
    // Looked up once, not again for the drawer.
    expect(bridge.inputsOf('token.inspect').filter(({ token }) => token.by === 'accessor')).toHaveLength(1);
  });

  it('is not found where no token has the accessor; a token in its place is refused, and not kept', async () => {
    const { bridge, user } = show({
      'token.inspect': failing({ kind: 'invalid-input', message: 'No token has this accessor.' }),
    });
    const field = screen.getByRole('searchbox', { name: 'Accessor or name' });
    await user.click(field);
    await user.paste('hvs.CAESIJ3bq1hXv0a8kq9dLr0tEXAMPLE');
    expect(screen.getByText(/That is a token, not an accessor/)).toBeTruthy();
    expect(field).toHaveProperty('value', '');
    await user.type(field, 'nobody{Enter}');
    expect(await screen.findByText('Not found')).toBeTruthy();
    expect(bridge.inputsOf('token.inspect').at(-1)).toMatchObject({ token: { accessor: 'nobody' } });
    await user.type(field, '2');
    expect(screen.queryByText('Not found')).toBeNull();
  });

  it('is looked up by its value, which stays in main; what cannot be looked up is forgotten', async () => {
    const { bridge, user, session } = show({ 'secret.enter': () => card });
    bridge.answers['token.inspect'] = ({ token }) =>
      inspection(token.by === 'secret' ? { accessor: 'other-accessor', displayName: 'other', id: card } : {});
    await user.click(await screen.findByRole('button', { name: 'Look up token…' }));
    expect(await details().findByRole('heading', { name: 'other' })).toBeTruthy();
    expect(tokensOf(session.sessionId).snapshot().notes['other-accessor']).toEqual({ secretRef: 'typed-1' });

    bridge.answers['token.inspect'] = failing({ kind: 'invalid-input', message: 'No such token.' });
    await user.click(screen.getByRole('button', { name: 'Look up token…' }));
    expect(await screen.findByText('No such token.')).toBeTruthy();
    expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: 'typed-1' }]);
  });

  it('of batch kind has no accessor, no renewal and no revocation, and says why', async () => {
    const session = newSession();
    noteToken(tokensOf(session.sessionId), 'by value 1', { secretRef: 'typed-1' });
    const { bridge } = show(
      { 'token.inspect': () => inspection({ type: 'batch', accessor: '', renewable: false, id: card }) },
      { session, accessor: 'by value 1' },
    );
    expect(await screen.findByText('Not renewable: it is a batch token.')).toBeTruthy();
    expect(bridge.inputsOf('token.inspect').at(-1)?.token).toEqual({ by: 'secret', secretRef: 'typed-1' });
    expect(screen.getByRole('button', { name: 'Renew…' }).getAttribute('aria-disabled')).toBe('true');
    const revoke = screen.getByRole('button', { name: 'Revoke…' });
    expect(revoke.getAttribute('aria-disabled')).toBe('true');
    expect(revoke.title).toContain('does not store batch tokens');
  });

  it('that was made so cannot be renewed, and says so', async () => {
    show({ 'token.inspect': () => inspection({ renewable: false }) });
    expect(await screen.findByText('Not renewable: it was created as not renewable.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Renew…' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('whose value is no longer held says so', () => {
    const { bridge } = show({}, { accessor: 'by value 9' });
    expect(screen.getByText(/its value is no longer kept/)).toBeTruthy();
    expect(bridge.inputsOf('token.inspect').filter(({ token }) => token.by !== 'self')).toEqual([]);
  });

  it('known by accessor alone is revoked alone once its value was given, and no other in its place', async () => {
    const { bridge, user } = show(
      {
        'token.inspect': ({ token }) =>
          inspection({ accessor: token.by === 'secret' ? 'someone-else' : 'abc', displayName: 'ci' }),
        'secret.enter': () => card,
        'token.revoke': () => ({ warnings: ['No token found with this accessor'] }),
      },
      { accessor: 'abc' },
    );
    const revokeAlone = async () => {
      await user.click(screen.getByRole('button', { name: 'More' }));
      await user.click(await screen.findByRole('menuitem', { name: /Revoke, keep child tokens…/ }));
    };
    await details().findByRole('heading', { name: 'ci' });
    await revokeAlone();
    expect((await screen.findByRole('alert')).textContent).toContain('That is another token');
    expect(bridge.inputsOf('token.revoke')).toEqual([]);
    expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: 'typed-1' }]);
    bridge.answers['token.inspect'] = () => inspection({ accessor: 'abc', displayName: 'ci', id: card });
    await revokeAlone();
    expect(await screen.findByText('No token found with this accessor')).toBeTruthy();
    expect(bridge.inputsOf('token.revoke')).toMatchObject([
      { token: { by: 'secret', secretRef: 'typed-1' }, orphan: true },
    ]);
  });

  it('that may not be looked up names the missing right, and can be retried', async () => {
    const { bridge, user } = show(
      {
        'token.inspect': failing({
          kind: 'forbidden',
          message: 'No.',
          method: 'POST',
          path: 'auth/token/lookup-accessor',
        }),
        'refusal.explain': () => ({
          askedPath: 'auth/token/lookup-accessor',
          apiPath: 'auth/token/lookup-accessor',
          neededCapability: 'update',
          tokenDead: false,
          nearby: [],
          closest: [],
          unreadablePolicies: [],
          suggestion: 'path "auth/token/lookup-accessor" { capabilities = ["update"] }',
          findings: [],
        }),
      },
      { accessor: 'abc' },
    );
    const refused = await screen.findByRole('region', { name: 'Not permitted' });
    expect(refused.textContent).toContain('Needs update on auth/token/lookup-accessor');
    await user.click(within(refused).getByRole('button', { name: 'Why was I refused?' }));
    await screen.findAllByText('path "auth/token/lookup-accessor" { capabilities = ["update"] }');
    bridge.answers['token.inspect'] = () => inspection({ accessor: 'abc', displayName: 'ci' });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await details().findByRole('heading', { name: 'ci' })).toBeTruthy();
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
  expect(screen.queryByText(/^Revoked/)).toBeNull();
  expect(bridge.inputsOf('token.inspect')).toHaveLength(1);
  noteToken(tokens, '', { accessor: session.token.accessor });
  expect(tokens.snapshot().notes['']).toEqual({ accessor: session.token.accessor });
});
