import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { ApiCatalogue, ApiPathFacts } from '../../../shared/vault/console.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, noAnswer } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers, FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { SideListPlace } from '../../workspace/side-list.tsx';
import { WorkspaceProvider } from '../../workspace/workspace.tsx';
import { ConsoleScreen } from './console-screen.tsx';

// The editor itself is tested in the real app: jsdom has no layout.
vi.mock('../../ui/code/code-editor.ts', () => ({
  CodeEditor: ({ initialText, onText }: { initialText: string; onText: (text: string) => void }) => (
    <textarea
      aria-label="Body as JSON"
      defaultValue={initialText}
      onChange={(event) => {
        onText(event.target.value);
      }}
    />
  ),
}));

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;

afterEach(cleanup);

const catalogue: ApiCatalogue = {
  readAt: '2026-11-20T09:00:00Z',
  paths: [
    { path: 'sys/mounts', methods: ['GET'], summary: 'List the mounts' },
    { path: 'auth/userpass/login/{username}', methods: ['POST'], summary: 'Log in' },
  ],
};
const facts: ApiPathFacts = {
  path: 'auth/userpass/login/{username}',
  operations: [
    {
      method: 'POST',
      summary: 'Log in with a password',
      fields: [
        {
          name: 'password',
          place: 'body',
          type: 'string',
          description: 'Of the user',
          required: true,
          deprecated: false,
          secret: true,
        },
      ],
    },
  ],
};

function answer(title: string): AnswerView {
  return {
    answerId: 'answer-1',
    kind: 'plain',
    title,
    method: 'GET',
    path: 'sys/mounts',
    at: '2026-11-20T09:00:00Z',
    elapsedMs: 3,
    status: 200,
    headers: [],
    warnings: [],
    once: false,
    form: 'json',
    rows: [],
    rowsLeftOut: 0,
  };
}

let nextSession = 1;

function show(answers: Answers = {}, change: Partial<SessionView> = {}) {
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => [mountAt('secret/')],
    'console.catalogue': () => catalogue,
    'console.path': () => facts,
    'console.history': () => [],
    'answer.list': () => [],
    'secret.dismiss': () => ({}),
    ...answers,
  });
  const session = sampleSession({ sessionId: `console-${String(nextSession++)}`, ...change });
  bridge.paying = session.token.numUses !== 0;
  const at = () => (
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <SideListPlace />
        <ConsoleScreen session={session} />
      </WorkspaceProvider>
    </QueryClientProvider>
  );
  return { bridge, again: at, ...render(at()) };
}

const path = () => screen.findByRole('combobox', { name: 'Path' });

async function type(text: string): Promise<HTMLElement> {
  const field = await path();
  fireEvent.change(field, { target: { value: text } });
  return field;
}

function press(name: RegExp | string): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

const sentBy = (bridge: FakeBridge) => bridge.inputsOf('console.send').map(({ request }) => request);

describe('the console', () => {
  it('sends what stands there, once, and shows the answer; nothing is sent before', async () => {
    const { bridge } = show({ 'console.send': () => answer('GET sys/mounts') });
    await type('sys/mounts');
    expect(sentBy(bridge)).toEqual([]);
    press(/^Send /);
    await screen.findByRole('region', { name: 'GET sys/mounts' });
    expect(sentBy(bridge)).toEqual([{ method: 'GET', path: 'sys/mounts' }]);
  });

  it('sends by keyboard, and not twice while one is on its way', async () => {
    const { bridge } = show({ 'console.send': noAnswer });
    const field = await type('sys/mounts');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    await screen.findByText(/^Sending GET/);
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    press(/^Send /);
    expect(sentBy(bridge)).toHaveLength(1);
  });

  it('says what is missing instead of sending', async () => {
    const { bridge } = show();
    await path();
    press(/^Send /);
    expect(screen.getByText('Enter a path, such as sys/mounts.')).toBeTruthy();
    await type('transit/keys/{name}');
    expect(screen.getByText('Replace {name} by a value.')).toBeTruthy();
    expect(sentBy(bridge)).toEqual([]);
  });

  it('keeps what was typed over a failure, and says its status', async () => {
    show({
      'console.send': failing({
        kind: 'invalid-path',
        reason: 'absent',
        message: 'There is nothing there.',
        status: 404,
        path: 'secret/data/x',
      }),
    });
    const field = await type('secret/data/x');
    press(/^Send /);
    expect(await screen.findByText('Status 404')).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('secret/data/x');
  });

  it('names the capability that a refusal misses', async () => {
    show({
      'console.send': failing({
        kind: 'forbidden',
        message: 'Not permitted.',
        status: 403,
        path: 'secret/data/x',
      }),
    });
    await type('secret/data/x');
    press(/^Send /);
    expect(await screen.findByText('path "secret/data/x" { capabilities = ["read"] }')).toBeTruthy();
  });

  it('takes a question that was declined for no failure', async () => {
    show({ 'console.send': failing({ kind: 'cancelled', message: 'Cancelled.' }) });
    await type('sys/mounts');
    press(/^Send /);
    expect(await screen.findByText('Cancelled: nothing was sent.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('has a secret field typed elsewhere, and sends its reference only', async () => {
    const secret = { secretRef: 'ref-1', kind: 'password', length: 8, since: '' } as const;
    const { bridge } = show({ 'console.send': noAnswer, 'secret.enter': () => secret });
    press('About this path');
    await type('auth/userpass/login/{username}');
    fireEvent.click(await screen.findByRole('button', { name: 'POST' }));
    fireEvent.change(await path(), { target: { value: 'auth/userpass/login/ops' } });
    fireEvent.click(await screen.findByRole('button', { name: 'password' }));
    press(/^Send /);
    expect(screen.getByText('Enter its value, or remove the field.')).toBeTruthy();
    press(/^Enter… password/);
    await screen.findByText('8 characters');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Body as JSON' }), {
      target: { value: '{"a": 1}' },
    });
    press(/^Send /);
    await waitFor(() => {
      expect(sentBy(bridge)).toEqual([
        {
          method: 'POST',
          path: 'auth/userpass/login/ops',
          json: '{"a": 1}',
          secrets: [{ pointer: '/password', secretRef: 'ref-1' }],
        },
      ]);
    });
    press('Remove secret field password');
    await waitFor(() => {
      expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: 'ref-1' }]);
    });
  });

  it('is the same after another tab was in front, with an answer that came meanwhile', async () => {
    let arrive: (view: AnswerView) => void = () => undefined;
    const coming = new Promise<AnswerView>((resolve) => (arrive = resolve));
    const { unmount, again } = show({ 'console.send': () => coming });
    await type('sys/mounts');
    press(/^Send /);
    await screen.findByText(/^Sending GET/);
    unmount();
    arrive(answer('GET sys/mounts'));
    render(again());
    expect((await path()).getAttribute('value')).toBe('sys/mounts');
    expect(await screen.findByRole('region', { name: 'GET sys/mounts' })).toBeTruthy();
  });

  it('puts a line of the history back into the fields', async () => {
    const { bridge } = show({
      'console.history': () => [
        {
          method: 'LIST',
          path: 'secret/metadata/',
          at: '2026-11-20T09:00:00Z',
          status: 200,
          elapsedMs: 3,
          wrapTtl: '5m',
        },
      ],
      'console.send': noAnswer,
    });
    const list = await screen.findByRole('list', { name: 'Sent requests' });
    fireEvent.click(within(list).getByRole('button', { name: /^LIST/ }));
    press(/^Send /);
    expect(sentBy(bridge)).toEqual([{ method: 'LIST', path: 'secret/metadata/', wrapTtl: '5m' }]);
  });

  it('has a wrapping token unwrap itself, and forgets it once it was sent', async () => {
    const secret = { secretRef: 'wrapping-1', kind: 'wrapping-token', length: 95, since: '' } as const;
    const { bridge } = show({
      'console.send': () => answer('POST sys/wrapping/unwrap'),
      'console.history': () => [
        {
          method: 'POST',
          path: 'sys/wrapping/unwrap',
          at: '2026-11-20T09:00:00Z',
          status: 403,
          elapsedMs: 3,
        },
      ],
      'secret.enter': () => secret,
      'secret.dismiss': () => ({}),
    });
    const list = await screen.findByRole('list', { name: 'Sent requests' });
    fireEvent.click(within(list).getByRole('button', { name: /^POST/ }));
    const field = await path();
    press(/^Options/);
    press(/^Enter… wrapping_token/);
    await screen.findByText('95 characters');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    await waitFor(() => {
      expect(bridge.inputsOf('secret.dismiss')).toEqual([{ secretRef: 'wrapping-1' }]);
    });
    expect(sentBy(bridge)).toEqual([{ method: 'POST', path: 'sys/wrapping/unwrap', tokenRef: 'wrapping-1' }]);
    expect(bridge.inputsOf('secret.enter')).toMatchObject([{ kind: 'wrapping-token' }]);
  });

  it('shows a response below its own request only, and again when that comes back', async () => {
    show({ 'console.send': () => answer('GET sys/mounts') });
    await type('sys/mounts');
    press(/^Send /);
    await screen.findByRole('region', { name: 'GET sys/mounts' });
    expect(screen.getByRole('heading', { name: 'Response' })).toBeTruthy();
    expect(screen.queryByText('GET sys/mounts')).toBeNull();
    await type('sys/auth');
    expect(screen.queryByRole('region', { name: 'GET sys/mounts' })).toBeNull();
    await type('sys/mounts');
    expect(await screen.findByRole('region', { name: 'GET sys/mounts' })).toBeTruthy();
  });

  it('reaches an earlier response from the history, and says where it is no longer kept', async () => {
    const line = { method: 'GET', at: '2026-11-20T09:00:00Z', status: 200, elapsedMs: 3 } as const;
    const { bridge } = show({
      'console.history': () => [
        { ...line, path: 'sys/mounts', answerId: 'earlier-1' },
        { ...line, path: 'sys/auth' },
      ],
      'answer.view': () => answer('GET sys/mounts'),
    });
    const list = await screen.findByRole('list', { name: 'Sent requests' });
    fireEvent.click(within(list).getByRole('button', { name: /sys\/mounts/ }));
    expect(await screen.findByRole('region', { name: 'GET sys/mounts' })).toBeTruthy();
    expect(bridge.inputsOf('answer.view')).toEqual([{ answerId: 'earlier-1' }]);
    fireEvent.click(within(list).getByRole('button', { name: /sys\/auth/ }));
    expect(await screen.findByText('Status 200. The response is not kept any more.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'GET sys/mounts' })).toBeNull();
    expect(bridge.inputsOf('console.send')).toEqual([]);
  });

  it('keeps a favourite without its query, and puts it back into the fields', async () => {
    const { bridge } = show();
    await type('secret/data/app?version=3');
    press('Add to favourites');
    await waitFor(() => {
      expect(bridge.inputsOf('workspace.save').at(-1)?.memory.requests).toEqual([
        { method: 'GET', path: 'secret/data/app' },
      ]);
    });
    await type('sys/mounts');
    const list = screen.getByRole('list', { name: 'Favourite requests' });
    fireEvent.click(within(list).getByRole('button', { name: /^GET ?secret\/data\/app/ }));
    expect((await path()).getAttribute('value')).toBe('secret/data/app');
    press('Remove from favourites');
    expect(screen.queryByRole('list', { name: 'Favourite requests' })).toBeNull();
  });

  it('works without the server’s description, and offers to read it again', async () => {
    const { bridge } = show({
      'console.catalogue': failing({ kind: 'forbidden', message: 'Not for this token.' }),
      'console.send': () => answer('GET sys/mounts'),
    });
    press('About this path');
    await screen.findByText('Not for this token.');
    press('Retry');
    await waitFor(() => {
      expect(bridge.inputsOf('console.catalogue')).toHaveLength(2);
    });
    await type('sys/mounts');
    press(/^Send /);
    await screen.findByRole('region', { name: 'GET sys/mounts' });
  });

  it('says what a request costs a limited token, and asks for nothing in the background', async () => {
    const { bridge } = show({}, { token: { ...sampleToken, numUses: 2 } });
    expect(await screen.findByText(/has 2 uses left/)).toBeTruthy();
    await type('sys/mounts');
    expect(bridge.inputsOf('console.catalogue')).toEqual([]);
    expect(bridge.inputsOf('console.path')).toEqual([]);
    expect(bridge.inputsOf('mount.list')).toEqual([]);
  });

  it('copies the request for another tool', async () => {
    const { bridge } = show({
      'console.copyAs': () => ({ text: 'curl …' }),
      'clipboard.copyText': () => ({}),
    });
    await type('sys/mounts');
    press('Copy as');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy as curl' }));
    await waitFor(() => {
      expect(bridge.inputsOf('clipboard.copyText')).toEqual([{ text: 'curl …' }]);
    });
    expect(bridge.inputsOf('console.copyAs')[0]?.form).toBe('curl');
  });
});
