import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { SharedWrap, WrapLookup } from '../../../shared/vault/wrapping.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, noAnswer, type Answers } from '../../fixtures/fake-bridge.fixture.ts';
import { sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
// Preloaded: loading it on first use can exceed the test's timeout on a busy machine.
import '../../ui/code/json-editor.tsx';
import { refOf, sampleAnswer, sampleWrap } from '../../parts/answer/answer.fixture.ts';
import { WorkspaceProvider, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { WrappingScreen } from './wrapping-screen.tsx';
import { UnauthenticatedUnwrap } from './unauthenticated-unwrap.tsx';

const target = {
  address: 'https://vault.example:8200',
  namespace: '',
  timeoutMs: 30_000,
  proxy: '',
  tls: { useSystemStore: true, skipVerify: false },
};

/** A look-up of a token created a minute ago with a TTL of five. */
function lookupOf(change: Partial<WrapLookup> = {}): WrapLookup {
  const now = Date.now();
  const createdAt = new Date(now - 60_000).toISOString();
  return {
    creationPath: 'secret/data/payments/db',
    creationTime: createdAt,
    createdAt,
    creationTtlSeconds: 300,
    endsAt: new Date(now + 240_000).toISOString(),
    lookedUpAt: new Date(now).toISOString(),
    jwt: false,
    ...change,
  };
}

const gone: AppError = {
  kind: 'invalid-request',
  message: 'The server does not know this wrapping token.',
  hint: 'Somebody may have unwrapped it before you: report it.',
  serverErrors: ['wrapping token is not valid or does not exist'],
  status: 400,
};

const lost: AppError = {
  kind: 'outcome-unknown',
  message: 'The connection was lost. Whether the wrapping token was opened is not known.',
};

let nextId = 0;

function bridgeOf(answers: Answers) {
  return installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'session.list': () => [sampleSession()],
    'clipboard.state': () => ({ clearsAt: '' }),
    'wrapping.shared': () => [],
    'wrapping.take': () => refOf('wrapping-token', `taken-${String(++nextId)}`),
    'wrapping.lookup': () => lookupOf(),
    'wrapping.unwrap': () => sampleAnswer({ answerId: `unwrapped-${String(++nextId)}` }),
    'secret.dismiss': () => ({}),
    'answer.dismiss': () => ({}),
    ...answers,
  });
}

function inApp(screenOf: ReactNode) {
  return render(<QueryClientProvider client={createQueryClient()}>{screenOf}</QueryClientProvider>);
}

function showUnauthenticated(answers: Answers = {}) {
  const bridge = bridgeOf(answers);
  const onClose = vi.fn();
  const view = inApp(<UnauthenticatedUnwrap target={target} name="Payments" onClose={onClose} />);
  return { bridge, onClose, ...view };
}

/** A separate session per test: work in progress is stored outside the screen. */
function inSession(
  answers: Answers = {},
  { numUses = 0, kind = 'vault' }: { numUses?: number; kind?: 'vault' | 'openbao' } = {},
) {
  const session = sampleSession({
    health: { ...sampleSession().health, kind },
    sessionId: `session-${String(++nextId)}`,
    token: { ...sampleToken, numUses },
  });
  const bridge = bridgeOf({ 'session.list': () => [session], ...answers });
  const view = inApp(
    <WorkspaceProvider sessions={[session]}>
      <Toggled>
        <WrappingScreen session={session} />
      </Toggled>
    </WorkspaceProvider>,
  );
  return { bridge, session, ...view };
}

/** Switches to another tab and back. */
function Toggled({ children }: { readonly children: ReactNode }) {
  const { connecting } = useWorkspace();
  const { showConnect, hideConnect } = useWorkspaceActions();
  return (
    <>
      <button
        onClick={() => {
          if (connecting) hideConnect();
          else showConnect();
        }}
      >
        another tab
      </button>
      {!connecting && children}
    </>
  );
}

async function paste(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
  await screen.findByText('secret/data/payments/db');
}

afterEach(cleanup);

describe('opening one without a login', () => {
  it('takes, looks up, opens, and shows what was in it', async () => {
    const { bridge } = showUnauthenticated();
    await paste();
    expect(screen.getByText('95 characters, pasted')).toBeTruthy();
    expect(screen.getByText(/^[34] min left$/)).toBeTruthy();
    expect(bridge.inputsOf('wrapping.unwrap')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    expect(await screen.findByRole('heading', { name: 'Unwrapped' })).toBeTruthy();
    const [token] = bridge.inputsOf('wrapping.lookup').map(({ secretRef }) => secretRef);
    expect(bridge.inputsOf('wrapping.unwrap')).toEqual([
      { where: { target, name: 'Payments' }, secretRef: token, form: 'header' },
    ]);
    // Used up: main can forget it.
    expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: token }]);
  });

  it('offers neither the other wire form nor rewrapping, which need a login', async () => {
    showUnauthenticated();
    await paste();
    expect(screen.queryByRole('button', { name: /Advanced/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Rewrap/ })).toBeNull();
  });

  it('asks nothing twice, however often it is pressed', async () => {
    const { bridge } = showUnauthenticated({ 'wrapping.unwrap': noAnswer });
    await paste();
    const button = screen.getByRole('button', { name: 'Unwrap' });
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('button', { name: 'Unwrapping…' }));
    expect(bridge.inputsOf('wrapping.unwrap')).toHaveLength(1);
  });

  it('says what is wrong with what was pasted, and that closing the question is no error', async () => {
    const { bridge } = showUnauthenticated({
      'wrapping.take': failing({ kind: 'invalid-input', message: 'The clipboard has no wrapping token.' }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
    expect((await screen.findByRole('alert')).textContent).toContain('has no wrapping token');
    bridge.answers['wrapping.take'] = failing({ kind: 'cancelled', message: 'Closed.' });
    fireEvent.click(screen.getByRole('button', { name: 'Type…' }));
    await waitFor(() => {
      expect(screen.queryByRole('alert')).toBeNull();
    });
    expect(bridge.inputsOf('wrapping.take').map(({ from }) => from)).toEqual(['clipboard', 'typed']);
    expect(screen.getByText('No token yet')).toBeTruthy();
  });

  it('keeps a token that is pasted again, which is the same reference', async () => {
    const { bridge } = showUnauthenticated({ 'wrapping.take': () => refOf('wrapping-token', 'same') });
    await paste();
    await paste();
    await waitFor(() => {
      expect(bridge.inputsOf('wrapping.lookup')).toHaveLength(2);
    });
    expect(bridge.inputsOf('secret.dismiss')).toEqual([]);
    bridge.answers['wrapping.take'] = () => refOf('wrapping-token', 'other');
    await paste();
    await waitFor(() => {
      expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: 'same' }]);
    });
  });

  it('forgets the token when the screen is left', async () => {
    const { bridge, unmount } = showUnauthenticated();
    await paste();
    unmount();
    expect(bridge.inputsOf('secret.dismiss')).toHaveLength(1);
  });

  it('goes back', async () => {
    const { onClose } = showUnauthenticated();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('by keyboard', () => {
  it('takes three presses: paste, agree, Enter on what has the focus by then', async () => {
    const user = userEvent.setup();
    const { bridge } = showUnauthenticated();
    await user.keyboard('{Control>}v{/Control}');
    const button = await screen.findByRole('button', { name: 'Unwrap' });
    await waitFor(() => {
      expect(document.activeElement).toBe(button);
    });
    expect(bridge.inputsOf('wrapping.take').map(({ from }) => from)).toEqual(['clipboard']);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Unwrapped' })).toBeTruthy();
  });

  it('pastes into a field what is pasted there', async () => {
    const user = userEvent.setup();
    const { bridge } = showUnauthenticated();
    await paste();
    await user.click(screen.getByRole('button', { name: /Verify sender/ }));
    await user.click(screen.getByRole('textbox', { name: /Creation path from the sender/ }));
    await user.keyboard('{Control>}v{/Control}');
    expect(bridge.inputsOf('wrapping.take')).toHaveLength(1);
  });
});

describe('warnings', () => {
  it('are none before anything is wrong', async () => {
    const { container } = showUnauthenticated();
    await paste();
    expect(container.querySelectorAll('.warn, .danger')).toHaveLength(0);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('are one box, however much differs', async () => {
    const user = userEvent.setup();
    const { container } = showUnauthenticated();
    await paste();
    await user.click(screen.getByRole('button', { name: /Verify sender/ }));
    await user.type(screen.getByRole('textbox', { name: /Creation path from the sender/ }), 'auth/approle');
    await user.type(screen.getByRole('textbox', { name: /Sent at/ }), '2020-01-01 10:00');
    expect(screen.getByText('Created at another path.')).toBeTruthy();
    expect(screen.getByText(/later: someone may have unwrapped the first token/)).toBeTruthy();
    expect(container.querySelectorAll('.banner')).toHaveLength(1);
  });

  it('give way to one another: a token that is gone is said once', async () => {
    const { bridge, container } = showUnauthenticated({ 'wrapping.unwrap': failing(gone) });
    await paste();
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    await screen.findByText('It was not unwrapped');
    bridge.answers['wrapping.lookup'] = () => lookupOf({ problem: gone });
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByText('This token cannot be unwrapped.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(container.querySelectorAll('.banner')).toHaveLength(1);
  });

  it('are loud where the look-up fails, and nothing can be opened', async () => {
    const { bridge } = showUnauthenticated({
      'wrapping.lookup': () => lookupOf({ creationPath: '', endsAt: '', createdAt: '', problem: gone }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Somebody may have unwrapped it before you: report it.');
    expect(alert.textContent).toContain('wrapping token is not valid or does not exist');
    expect(screen.queryByRole('button', { name: /^Unwrap( anyway)?$/ })).toBeNull();
    // A retry brings nothing back; another token can be pasted.
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    bridge.answers['wrapping.lookup'] = () => lookupOf();
    fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
    expect(await screen.findByRole('button', { name: 'Unwrap' })).toBeTruthy();
  });

  it('follow what the person was told, as they type', async () => {
    const user = userEvent.setup();
    showUnauthenticated();
    await paste();
    await user.click(screen.getByRole('button', { name: /Verify sender/ }));
    const path = screen.getByRole('textbox', { name: /Creation path from the sender/ });
    // A beginning is not the path: only equality is green.
    await user.type(path, 'secret/payments');
    expect(screen.getByText('within this path').closest('.ok')).toBeNull();
    await user.type(path, '/db');
    expect(screen.getByText('matches').closest('.ok')).not.toBeNull();
    await user.clear(path);
    await user.type(path, 'auth/approle');
    expect(screen.getByText('differs')).toBeTruthy();
    expect(screen.getByText('Created at another path.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unwrap anyway' })).toBeTruthy();
    await user.clear(path);
    await user.type(screen.getByRole('textbox', { name: /Sent at/ }), '2020-01-01 10:00');
    expect(screen.getByText(/later: someone may have unwrapped the first token/)).toBeTruthy();
  });

  it('name what was wrapped by hand', async () => {
    showUnauthenticated({ 'wrapping.lookup': () => lookupOf({ creationPath: 'sys/wrapping/wrap' }) });
    fireEvent.click(screen.getByRole('button', { name: 'Paste' }));
    expect(await screen.findByText(/Wrapped by hand/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unwrap' })).toBeTruthy();
  });

  it('do not let open what has ended', async () => {
    const { bridge } = showUnauthenticated({
      'wrapping.lookup': () => lookupOf({ endsAt: new Date(Date.now() - 1000).toISOString() }),
    });
    await paste();
    expect(screen.getByText('expired')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    expect(bridge.inputsOf('wrapping.unwrap')).toEqual([]);
  });
});

describe('an outcome that is not known', () => {
  it('can be learned: still closed, then opened by another press', async () => {
    const { bridge } = showUnauthenticated({ 'wrapping.unwrap': failing(lost) });
    await paste();
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    expect(await screen.findByText('Unknown whether it was unwrapped')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unwrap' })).toBeNull();
    bridge.answers['wrapping.unwrap'] = () => sampleAnswer({ answerId: `late-${String(++nextId)}` });
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(/It was not unwrapped\. The token is still valid/)).toBeTruthy();
    expect(bridge.inputsOf('wrapping.unwrap')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    expect(await screen.findByRole('heading', { name: 'Unwrapped' })).toBeTruthy();
  });

  it('can be learned: gone', async () => {
    const { bridge } = showUnauthenticated({ 'wrapping.unwrap': failing(lost) });
    await paste();
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    await screen.findByText('Unknown whether it was unwrapped');
    bridge.answers['wrapping.lookup'] = () => lookupOf({ problem: gone });
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('The token is gone.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Unwrap( anyway)?$/ })).toBeNull();
  });
});

describe('in a session', () => {
  it('sends its own token along, so that the audit log knows who opened it; or not, when told', async () => {
    const user = userEvent.setup();
    const { bridge, session } = inSession({ 'wrapping.unwrap': failing(gone) });
    await paste();
    await user.click(screen.getByRole('button', { name: 'Unwrap' }));
    await screen.findByText('It was not unwrapped');
    await user.click(screen.getByRole('button', { name: /Advanced/ }));
    await user.click(screen.getByRole('radio', { name: 'Without your token' }));
    await user.click(screen.getByRole('button', { name: 'Unwrap' }));
    await waitFor(() => {
      expect(bridge.inputsOf('wrapping.unwrap').map(({ form }) => form)).toEqual(['body', 'header']);
    });
    expect(bridge.inputsOf('wrapping.unwrap')[0]?.where).toEqual({ sessionId: session.sessionId });
  });

  it('spends no counted use of its token on that', async () => {
    const { bridge } = inSession({}, { numUses: 3 });
    await paste();
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    await screen.findByRole('heading', { name: 'Unwrapped' });
    expect(bridge.inputsOf('wrapping.unwrap').map(({ form }) => form)).toEqual(['header']);
  });

  it('whose token may not unwrap offers to do without it', async () => {
    const { bridge } = inSession({
      'wrapping.unwrap': failing({ kind: 'forbidden', message: 'Your token may not open wrapping tokens.' }),
    });
    await paste();
    fireEvent.click(screen.getByRole('button', { name: 'Unwrap' }));
    bridge.answers['wrapping.unwrap'] = () => sampleAnswer({ answerId: `plain-${String(++nextId)}` });
    fireEvent.click(await screen.findByRole('button', { name: 'Unwrap without your token' }));
    expect(await screen.findByRole('heading', { name: 'Unwrapped' })).toBeTruthy();
    expect(bridge.inputsOf('wrapping.unwrap').map(({ form }) => form)).toEqual(['body', 'header']);
  });

  it('keeps everything while another tab is in front, an opening under way too', async () => {
    const user = userEvent.setup();
    let answer: (view: ReturnType<typeof sampleAnswer>) => void = () => undefined;
    inSession({
      'wrapping.unwrap': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await paste();
    await user.click(screen.getByRole('button', { name: /Verify sender/ }));
    await user.type(screen.getByRole('textbox', { name: /Creation path from the sender/ }), 'secret/');
    await user.click(screen.getByRole('button', { name: 'Unwrap' }));
    await user.click(screen.getByRole('button', { name: 'another tab' }));
    await user.click(screen.getByRole('button', { name: 'another tab' }));
    expect(screen.getByRole('textbox', { name: /Creation path from the sender/ })).toHaveProperty(
      'value',
      'secret/',
    );
    await user.click(screen.getByRole('button', { name: 'another tab' }));
    await act(async () => {
      answer(sampleAnswer({ answerId: `away-${String(++nextId)}` }));
      await Promise.resolve();
    });
    await user.click(screen.getByRole('button', { name: 'another tab' }));
    expect(await screen.findByRole('heading', { name: 'Unwrapped' })).toBeTruthy();
  });

  it('gives a token back rewrapped', async () => {
    const { bridge } = inSession({
      'wrapping.rewrap': () => sampleWrap({ answerId: `again-${String(++nextId)}`, title: 'Rewrapped' }),
    });
    await paste();
    fireEvent.click(screen.getByRole('button', { name: 'Rewrap' }));
    expect(await screen.findByRole('button', { name: 'Copy wrapping token' })).toBeTruthy();
    expect(bridge.inputsOf('wrapping.unwrap')).toEqual([]);
  });

  it('starts anew once the answer is dismissed', async () => {
    const user = userEvent.setup();
    inSession();
    await paste();
    await user.click(screen.getByRole('button', { name: 'Unwrap' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('No token yet')).toBeTruthy();
  });
});

describe('sharing something', () => {
  const wrapped = () => sampleWrap({ answerId: `made-${String(++nextId)}`, title: 'Wrapped text' });

  async function toShare(): Promise<void> {
    await userEvent.click(screen.getByRole('button', { name: 'Wrap and share' }));
  }

  it('wraps a text under a name, for a time', async () => {
    const user = userEvent.setup();
    const { bridge, session } = inSession({ 'wrapping.wrap': wrapped });
    await toShare();
    await user.type(screen.getByRole('textbox', { name: 'Text' }), 'pa"55\nword');
    await user.click(screen.getByRole('button', { name: '5m' }));
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    expect(await screen.findByRole('button', { name: 'Copy wrapping token' })).toBeTruthy();
    expect(bridge.inputsOf('wrapping.wrap')).toEqual([
      {
        sessionId: session.sessionId,
        what: { kind: 'data', json: '{"text":"pa\\"55\\nword"}' },
        ttl: '5m',
        jwt: false,
        recipient: '',
      },
    ]);
    // The text is cleared after its use.
    await user.click(screen.getByRole('button', { name: 'Wrap something else' }));
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', '');
  });

  it('says what is missing before anything is sent, and keeps what was typed when it fails', async () => {
    const user = userEvent.setup();
    const { bridge } = inSession({
      'wrapping.wrap': failing({ kind: 'forbidden', message: 'Your token may not wrap.' }),
    });
    await toShare();
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    expect(screen.getByText('Required.')).toBeTruthy();
    const ttl = screen.getByRole('textbox', { name: 'TTL' });
    await user.clear(ttl);
    await user.type(ttl, 'soon');
    expect(screen.getByText(/Write 5m/)).toBeTruthy();
    expect(bridge.inputsOf('wrapping.wrap')).toEqual([]);
    await user.clear(ttl);
    await user.type(ttl, '90');
    await user.type(screen.getByRole('textbox', { name: 'Text' }), 'kept');
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    expect(await screen.findByText('Your token may not wrap.')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'kept');
  });

  it('wraps a file, and the answer of a request as a JWT', async () => {
    const user = userEvent.setup();
    const { bridge } = inSession({
      'wrapping.wrap': wrapped,
      'wrapping.chooseFile': () => ({ file: { fileId: 'file-1', name: 'key.pem' }, bytes: 1704 }),
    });
    await toShare();
    await user.click(screen.getByRole('button', { name: 'File' }));
    await user.click(screen.getByRole('button', { name: 'Choose a file…' }));
    expect(await screen.findByText('key.pem')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    await user.click(await screen.findByRole('button', { name: 'Wrap something else' }));
    await user.click(screen.getByRole('button', { name: 'API response' }));
    await user.type(screen.getByRole('textbox', { name: 'API path' }), '/v1/secret/data/x');
    expect(screen.queryByRole('checkbox', { name: 'As a JWT' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Advanced' }));
    await user.click(screen.getByRole('checkbox', { name: 'As a JWT' }));
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    await screen.findByRole('button', { name: 'Wrap something else' });
    expect(bridge.inputsOf('wrapping.wrap').map(({ what, jwt }) => ({ what, jwt }))).toEqual([
      { what: { kind: 'file', fileId: 'file-1', key: 'key.pem', as: 'auto' }, jwt: false },
      { what: { kind: 'request', method: 'GET', path: 'secret/data/x' }, jwt: true },
    ]);
  });
});

describe('sharing what the server says of a token', () => {
  async function choose(
    user: ReturnType<typeof userEvent.setup>,
    field: string,
    option: RegExp,
  ): Promise<void> {
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  }

  it('looks one up by accessor, or renews one by a value that main keeps', async () => {
    const user = userEvent.setup();
    const { bridge, session } = inSession({
      'wrapping.wrap': () => sampleWrap({ answerId: `made-${String(++nextId)}` }),
      'secret.enter': () => refOf('token-id', 'typed-1'),
      'secret.dismiss': () => ({}),
    });
    await user.click(screen.getByRole('button', { name: 'Wrap and share' }));
    await user.click(screen.getByRole('button', { name: 'Token' }));
    await choose(user, 'Token', /^By accessor/);
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    expect(screen.getByText('Required.')).toBeTruthy();
    const accessor = screen.getByRole('textbox', { name: 'Accessor' });
    await user.click(accessor);
    await user.paste(`hvs.${'A'.repeat(90)}`);
    expect(accessor).toHaveProperty('value', '');
    await user.type(accessor, ' accessor-1 ');
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    await user.click(await screen.findByRole('button', { name: 'Wrap something else' }));
    await choose(user, 'Operation', /^Renewal/);
    await choose(user, 'Token', /^By value/);
    await user.type(screen.getByRole('textbox', { name: /^Increment/ }), '2h');
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    expect(screen.getByText('Enter the token.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Enter token…' }));
    expect(await screen.findByText(/^Token, \d+ characters$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    await screen.findByRole('button', { name: 'Wrap something else' });
    expect(bridge.inputsOf('secret.enter')).toEqual([{ sessionId: session.sessionId, kind: 'token-id' }]);
    expect(bridge.inputsOf('wrapping.wrap').map(({ what }) => what)).toEqual([
      { kind: 'token-lookup', token: { by: 'accessor', accessor: 'accessor-1' } },
      { kind: 'token-renewal', token: { by: 'secret', secretRef: 'typed-1' }, incrementSeconds: 7200 },
    ]);
    // The value was entered for this request only.
    await waitFor(() => {
      expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: 'typed-1' }]);
    });
  });
});

describe('what was shared', () => {
  const shared = (change: Partial<SharedWrap> = {}): SharedWrap => ({
    accessor: 'acc-1',
    creationPath: 'sys/wrapping/wrap',
    title: 'Wrapped text',
    state: 'shared',
    creationTime: new Date().toISOString(),
    endsAt: new Date(Date.now() + 90_000).toISOString(),
    ...change,
  });

  it('is listed with its time and state, and revoked; main asks', async () => {
    const user = userEvent.setup();
    const { bridge, session } = inSession({
      'wrapping.shared': () => [
        shared(),
        shared({ accessor: 'acc-2', title: 'Wrapped GET secret/data/x', state: 'cancelled' }),
        shared({ accessor: 'acc-3', title: 'Old', endsAt: new Date(Date.now() - 1).toISOString() }),
      ],
      'wrapping.cancel': () => ({ warnings: ['It was opened before.'] }),
    });
    const list = await screen.findByRole('list');
    expect(within(list).getByText('revoked')).toBeTruthy();
    expect(within(list).getByText('expired')).toBeTruthy();
    expect(within(list).getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
    bridge.answers['wrapping.shared'] = () => [shared({ state: 'cancelled' })];
    await user.click(within(list).getByRole('button', { name: 'Revoke Wrapped text…' }));
    expect(await screen.findByText(/It was opened before\./)).toBeTruthy();
    expect(bridge.inputsOf('wrapping.cancel')).toEqual([{ sessionId: session.sessionId, accessor: 'acc-1' }]);
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
    });
  });

  it('can be opened again, to copy its token', async () => {
    const user = userEvent.setup();
    inSession({
      'wrapping.shared': () => [shared({ answerId: 'kept-1' })],
      'answer.view': () => sampleWrap({ answerId: 'kept-1' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('button', { name: 'Copy wrapping token' })).toBeTruthy();
  });

  it('is not listed while its result is open above', async () => {
    const user = userEvent.setup();
    inSession({
      'wrapping.wrap': () => sampleWrap({ answerId: 'made-here', title: 'Wrapped text for “Eve”' }),
      'wrapping.shared': () => [
        shared({ answerId: 'made-here', title: 'Wrapped text for “Eve”' }),
        shared({ accessor: 'acc-2', title: 'Wrapped text for “Bob”' }),
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Wrap and share' }));
    const list = await screen.findByRole('region', { name: 'Wrapped' });
    await user.type(screen.getByRole('textbox', { name: 'Text' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Wrap' }));
    await screen.findByRole('button', { name: 'Copy wrapping token' });
    expect(list.textContent).toMatch(/^WrappedWrapped text for “Bob”[12] min left/);
    await user.click(screen.getByRole('button', { name: 'Wrap something else' }));
    expect(within(list).getByText('Wrapped text for “Eve”')).toBeTruthy();
  });

  it('follows what main holds', async () => {
    const { bridge } = inSession();
    await screen.findByText(/Nothing yet/);
    bridge.answers['wrapping.shared'] = () => [shared()];
    act(() => {
      bridge.emit('answer.changed', []);
    });
    expect(await screen.findByText('Wrapped text')).toBeTruthy();
  });
});

describe('approving what somebody asks for', () => {
  const waiting = {
    requester: 'userpass-asker',
    operation: 'read',
    path: 'secret/data/guarded/app',
    approved: false,
    approvers: [] as readonly string[],
  };
  const lookAt = async (accessor: string): Promise<void> => {
    fireEvent.click(screen.getByText('Approve'));
    fireEvent.change(screen.getByLabelText('Accessor'), { target: { value: accessor } });
    fireEvent.click(screen.getByRole('button', { name: 'Check' }));
    await screen.findByText('secret/data/guarded/app');
  };

  it('shows who asks for what, and after the approval who approved and that it still waits', async () => {
    const seen = [waiting, { ...waiting, approvers: ['userpass-approver'] }];
    const { bridge, session } = inSession(
      {
        'wrapping.approvalRequest': () => seen.shift() ?? waiting,
        'wrapping.approve': () => ({ approved: false }),
      },
      { kind: 'openbao' },
    );
    await lookAt(' the-accessor ');
    expect(screen.getByText('No one yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Approve…' }));
    expect(await screen.findByText('userpass-approver')).toBeTruthy();
    expect(screen.getByText('Waits for approval')).toBeTruthy();
    expect(bridge.inputsOf('wrapping.approve')).toEqual([
      { sessionId: session.sessionId, accessor: 'the-accessor' },
    ]);
  });

  it('offers no approval of a request that is not the one shown', async () => {
    inSession({ 'wrapping.approvalRequest': () => waiting }, { kind: 'openbao' });
    await lookAt('the-accessor');
    fireEvent.change(screen.getByLabelText('Accessor'), { target: { value: 'another' } });
    expect(screen.queryByText('secret/data/guarded/app')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
  });

  it('says what the server says of an accessor that it does not know', async () => {
    inSession({ 'wrapping.approvalRequest': failing(gone) }, { kind: 'openbao' });
    fireEvent.click(screen.getByText('Approve'));
    fireEvent.change(screen.getByLabelText('Accessor'), { target: { value: 'unknown' } });
    fireEvent.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText(/Somebody may have unwrapped it before you/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
  });

  it('is not offered by a server without control groups', () => {
    inSession();
    expect(screen.queryByText('Approve')).toBeNull();
  });
});
