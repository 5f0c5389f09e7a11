import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ApiCatalogue, ApiField, ApiOperation, ApiPathFacts } from '../../../shared/vault/console.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failing, installFakeBridge, noAnswer } from '../../fixtures/fake-bridge.fixture.ts';
import type { Answers, FakeBridge } from '../../fixtures/fake-bridge.fixture.ts';
import { mountAt, sampleSession, sampleToken } from '../../fixtures/session.fixture.ts';
import { SideListPlace } from '../../workspace/side-list.tsx';
import { WorkspaceProvider } from '../../workspace/workspace.tsx';
import { EngineScreen } from './engine-screen.tsx';
import { engineOf } from './engine-store.ts';
import { emptyValues, fieldKey, filledForm } from './form-values.ts';

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;

afterEach(cleanup);

const catalogue: ApiCatalogue = {
  readAt: '2026-11-20T09:00:00Z',
  paths: [
    { path: 'database/config/{name}', methods: ['GET', 'POST'], summary: 'Configure a connection' },
    { path: 'database/roles/', methods: ['LIST'], summary: 'List the roles' },
    { path: 'database/roles/{name}', methods: ['GET', 'POST', 'DELETE'], summary: 'Manage a role' },
    { path: 'sys/mounts', methods: ['GET'], summary: '' },
  ],
};

function field(name: string, change: Partial<ApiField> = {}): ApiField {
  return {
    name,
    place: 'body',
    type: 'string',
    description: '',
    required: false,
    deprecated: false,
    secret: false,
    ...change,
  };
}

const name = field('name', { place: 'path', required: true, description: 'Name of the thing' });
const facts: Readonly<Record<string, ApiPathFacts>> = {
  'database/roles/{name}': {
    path: 'database/roles/{name}',
    operations: [
      { method: 'GET', summary: 'Read a role', fields: [name] },
      {
        method: 'POST',
        summary: 'Write a role',
        fields: [
          name,
          field('db_name', { required: true }),
          field('default_ttl', { type: 'duration' }),
          field('creation_statements', { type: 'array' }),
        ],
      },
    ],
  },
  'database/config/{name}': {
    path: 'database/config/{name}',
    operations: [{ method: 'POST', summary: '', fields: [name, field('password', { secret: true })] }],
  },
};

let nextSession = 1;

function show(answers: Answers = {}, change: Partial<SessionView> = {}) {
  const bridge = installFakeBridge({
    'workspace.load': () => emptyMemory,
    'workspace.save': () => ({}),
    'draft.list': () => [],
    'mount.list': () => [mountAt('database/', 'other', 'database')],
    'console.catalogue': () => catalogue,
    'console.path': ({ path }) =>
      facts[path] ?? facts[path.replace(/(roles|config)\/[^/]+$/, '$1/{name}')] ?? { path, operations: [] },
    'folder.list': () => ({ names: packNames(['report', 'app']), count: 2, warnings: [] }),
    'answer.list': () => [],
    'console.send': noAnswer,
    ...answers,
  });
  const sessionId = `engine-${String(nextSession++)}`;
  const session = sampleSession({ sessionId, ...change });
  const at = () => (
    <QueryClientProvider client={createQueryClient()}>
      <WorkspaceProvider sessions={[session]}>
        <SideListPlace />
        <EngineScreen session={session} path="database/" />
      </WorkspaceProvider>
    </QueryClientProvider>
  );
  return { bridge, sessionId, again: at, ...render(at()) };
}

const press = (words: RegExp | string): void => {
  fireEvent.click(screen.getByRole('button', { name: words }));
};
const write = (label: string | RegExp, text: string): void => {
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } });
};
const sentBy = (bridge: FakeBridge) => bridge.inputsOf('console.send').map(({ request }) => request);

describe('the forms of an engine', () => {
  it('lists its own paths in groups, narrowed as one types; choosing one asks nothing of it', async () => {
    const { bridge } = show();
    const paths = await screen.findByRole('navigation', { name: 'Paths of database/' });
    // In the side bar, in place of the tree.
    expect(paths.closest('[data-region="list"]')).not.toBeNull();
    expect(
      within(paths)
        .getAllByRole('group')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['config', 'roles']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter paths' }), { target: { value: 'role' } });
    expect(
      within(paths)
        .getAllByRole('group')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['roles']);
    press(/^roles\/\{name\}/);
    await screen.findByRole('form', { name: 'GET database/roles/{name}' });
    expect(bridge.inputsOf('folder.list')).toEqual([]);
    expect(sentBy(bridge)).toEqual([]);
  });

  it('sends what is filled in, by the type of each field', async () => {
    const { bridge } = show();
    await screen.findByRole('navigation', { name: 'Paths of database/' });
    press(/^roles\/\{name\}/);
    fireEvent.click(await screen.findByRole('button', { name: /^Write POST/ }));
    press(/^Send POST/);
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    write('name', 'report');
    write('db_name', 'main');
    write(/^default_ttl/, '1h');
    write(/^creation_statements/, 'CREATE ROLE x;\nGRANT y;');
    press(/^Send POST/);
    expect(sentBy(bridge)).toEqual([
      {
        method: 'POST',
        path: 'database/roles/report',
        json: '{"db_name":"main","default_ttl":"1h","creation_statements":["CREATE ROLE x;","GRANT y;"]}',
      },
    ]);
  });

  it('browses a folder when asked, and fills the name that is chosen', async () => {
    const { bridge } = show();
    await screen.findByRole('navigation', { name: 'Paths of database/' });
    press('Browse roles/');
    fireEvent.click(await screen.findByRole('button', { name: 'report' }));
    await screen.findByRole('form', { name: 'GET database/roles/{name}' });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'name' }).value).toBe('report');
    expect(bridge.inputsOf('folder.list')).toEqual([
      { sessionId: bridge.inputsOf('folder.list')[0]?.sessionId, mount: 'database/', path: 'roles/' },
    ]);
  });

  it('has secret fields typed elsewhere, and takes what the description leaves out', async () => {
    const secret = { secretRef: 'ref-1', kind: 'password', length: 9, since: '' } as const;
    const { bridge } = show({ 'secret.enter': () => secret });
    await screen.findByRole('navigation', { name: 'Paths of database/' });
    press(/^config\/\{name\}/);
    await screen.findByRole('form', { name: 'POST database/config/{name}' });
    expect(screen.queryByRole('textbox', { name: /password/ })).toBeNull();
    press(/^Enter… password/);
    await screen.findByText('9 characters');
    write('name', 'main');
    press('Wrapping and extra fields');
    write(/^Extra fields/, '{"username": "v"}');
    press(/^Send POST/);
    expect(sentBy(bridge)).toEqual([
      {
        method: 'POST',
        path: 'database/config/main',
        json: '{"username":"v"}',
        secrets: [{ pointer: '/password', secretRef: 'ref-1' }],
      },
    ]);
  });

  it('encodes a text in base64, unless it is that already; what is advanced is folded', async () => {
    const { bridge } = show({
      'mount.list': () => [mountAt('database/', 'other', 'transit')],
      'console.catalogue': () => ({
        ...catalogue,
        paths: [{ path: 'database/encrypt/{name}', methods: ['POST'], summary: '' }],
      }),
      'console.path': () => ({
        path: 'database/encrypt/{name}',
        operations: [
          {
            method: 'POST',
            summary: '',
            fields: [
              name,
              field('context', { description: 'Base64 encoded context' }),
              field('plaintext', { description: 'Base64 encoded plaintext value to be encrypted' }),
            ],
          },
        ],
      }),
    });
    await screen.findByRole('navigation', { name: 'Paths of database/' });
    press(/^encrypt/);
    await screen.findByRole('form', { name: 'POST database/encrypt/{name}' });
    expect(screen.queryByRole('textbox', { name: /context/ })).toBeNull();
    write('name', 'orders');
    write(/^plaintext/, 'grüße');
    press(/^Send POST/);
    await waitFor(() => {
      expect(sentBy(bridge).at(-1)?.json).toBe('{"plaintext":"Z3LDvMOfZQ=="}');
    });
    press(/^Advanced/);
    expect(screen.getByRole('textbox', { name: /context/ })).toBeTruthy();
  });

  it('takes base64 as it is where a person says so', () => {
    const plaintext = field('plaintext', { description: 'Base64 encoded plaintext' });
    const operation: ApiOperation = { method: 'POST', summary: '', fields: [plaintext] };
    const key = fieldKey(plaintext);
    const filled = (text: string) =>
      filledForm('x', operation, { ...emptyValues, texts: { [key]: text }, encoded: [key] });
    expect(filled(' aGVsbG8= ')).toMatchObject({ request: { json: '{"plaintext":"aGVsbG8="}' } });
    expect(filled('hello')).toMatchObject({ problems: new Map([[key, 'Not base64.']]) });
  });

  it('goes to the form of a path of the tree, and keeps what was filled in', async () => {
    const { sessionId, unmount, again } = show();
    engineOf(sessionId, 'database/').goTo('database/roles/app');
    await screen.findByRole('form', { name: 'GET database/roles/{name}' });
    await waitFor(() => {
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'name' }).value).toBe('app');
    });
    write('name', 'changed');
    unmount();
    render(again());
    const nameField = await screen.findByRole<HTMLInputElement>('textbox', { name: 'name' });
    expect(nameField.value).toBe('changed');
  });

  it('says why there are no forms', async () => {
    show({ 'console.catalogue': failing({ kind: 'forbidden', message: 'Not for this token.' }) });
    expect(await screen.findByText('Not for this token.')).toBeTruthy();
    cleanup();
    show({}, { token: { ...sampleToken, numUses: 3 } });
    expect(await screen.findByText('No forms for this token')).toBeTruthy();
    cleanup();
    show({ 'mount.list': () => [] });
    expect(await screen.findByText('There is no engine at “database/”')).toBeTruthy();
  });
});
