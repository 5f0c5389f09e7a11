import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { Input } from '../../../shared/ipc/contract.ts';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import { auditCommand, auditPath } from '../../../shared/vault/audit-lookup.ts';
import {
  ask,
  dialog,
  metadata,
  old,
  pick,
  place,
  press,
  secret,
  session,
  show,
  takeAway,
  viewOf,
} from './entry-dialogs.fixture.tsx';
import { runCopyAs } from './run.ts';
// Preloads lazy components: on a busy machine loading can exceed a test's timeout.
import './version-dialogs.tsx';
import './share-dialog.tsx';

afterEach(takeAway);

const keys = ['limits', 'password', 'user'].map((key) => valueFacts(key, '"x"'));

function wrapped(): AnswerView {
  return {
    answerId: 'answer',
    kind: 'plain',
    sessionId: session.sessionId,
    title: 'Wrapped secret/payments/api',
    method: 'POST',
    path: 'sys/wrapping/wrap',
    at: '2026-11-20T09:00:00Z',
    elapsedMs: 5,
    status: 200,
    headers: [],
    warnings: [],
    once: true,
    form: 'json',
    rows: [],
    rowsLeftOut: 0,
    wrap: {
      token: { secretRef: 'ref', kind: 'wrapping-token', length: 95, since: '2026-11-20T09:00:00Z' },
      accessor: 'accessor',
      wrappedAccessor: '',
      ttlSeconds: 300,
      creationTime: '2026-11-20T09:00:00Z',
      creationPath: 'sys/wrapping/wrap',
      jwt: false,
    },
  };
}

describe('sharing an entry', () => {
  const answers = {
    'entry.view': () => ({ ...viewOf('held'), keys }),
    'entry.open': ({ version }: Input<'entry.open'>) => ({
      ...viewOf(`version ${String(version)}`),
      version: version ?? 7,
      keys,
    }),
    'session.list': () => [],
    'entry.wrap': () => wrapped(),
  };

  it('wraps the chosen keys of the open version for the chosen time, and shows the token to hand on', async () => {
    const bridge = show(answers);
    ask({ kind: 'share', place: place(), entryId: 'held', version: 7 });
    const form = await dialog('Share this entry');
    fireEvent.click(await within(form).findByRole('checkbox', { name: 'limits' }));
    expect(within(form).getByText(/2 of 3/)).toBeTruthy();
    expect(within(form).getByRole('checkbox', { name: 'All keys' })).toHaveProperty('indeterminate', true);
    fireEvent.change(within(form).getByRole('textbox', { name: /^For/ }), { target: { value: 'Eve' } });
    await press('5m');
    await press('Share');
    const result = await screen.findByRole('dialog', { name: 'Wrapping token' });
    expect(within(result).getByText('Wrapping token').closest('[data-reader-only]')).not.toBeNull();
    expect(screen.getByRole('group', { name: 'Wrapping token' })).toBeTruthy();
    expect(bridge.inputsOf('entry.wrap')).toEqual([
      { entryId: 'held', keys: ['password', 'user'], ttl: '5m', recipient: 'Eve' },
    ]);
    // It is open already: it is not read again, and stays open.
    expect(bridge.inputsOf('entry.open')).toEqual([]);
    expect(bridge.inputsOf('entry.close')).toEqual([]);
    // No values were requested.
    expect(bridge.inputsOf('entry.reveal')).toEqual([]);
  });

  it('opens another version for it, and closes that again', async () => {
    const bridge = show(answers);
    ask({ kind: 'share', place: place(), entryId: 'held', version: 7 });
    const form = await dialog('Share this entry');
    await within(form).findByRole('combobox', { name: 'Version' });
    await pick('Version', /^5/);
    await waitFor(() => {
      expect(bridge.inputsOf('entry.open')).toMatchObject([{ path: 'payments/api', version: 5 }]);
    });
    await within(form).findByRole('checkbox', { name: 'user' });
    await press('Share');
    await screen.findByRole('dialog', { name: 'Wrapping token' });
    expect(bridge.inputsOf('entry.wrap')).toMatchObject([
      { entryId: 'version 5', keys: ['limits', 'password', 'user'] },
    ]);
    takeAway();
    expect(bridge.inputsOf('entry.close')).toEqual([{ entryId: 'version 5' }]);
    expect(metadata.versions).toHaveLength(3);
  });

  it('shares nothing without a key or a time, and says what the server refused', async () => {
    const bridge = show({
      ...answers,
      'entry.wrap': failing({ kind: 'forbidden', message: 'Not permitted.' }),
    });
    ask({ kind: 'share', place: place(old) });
    const form = await dialog('Share this entry');
    const button = (): string | null =>
      within(form).getByRole('button', { name: 'Share' }).getAttribute('aria-disabled');
    const all = await within(form).findByRole('checkbox', { name: 'All keys' });
    fireEvent.click(all);
    expect(button()).toBe('true');
    fireEvent.click(all);
    fireEvent.change(within(form).getByRole('textbox', { name: 'TTL' }), { target: { value: '0' } });
    expect(button()).toBe('true');
    fireEvent.change(within(form).getByRole('textbox', { name: 'TTL' }), { target: { value: '90s' } });
    await press('Share');
    expect(await screen.findByText('It was not shared')).toBeTruthy();
    expect(bridge.inputsOf('entry.wrap')).toHaveLength(1);
    // An engine without versions offers no choice.
    expect(screen.queryByRole('combobox', { name: 'Version' })).toBeNull();
  });
});

describe('copying an entry for another tool', () => {
  it('says what was copied and what is different, and what failed', async () => {
    const bridge = show({
      'entry.copyAs': () => ({ clearsAt: '', warnings: ['Not every name can be a variable: a-b → a_b.'] }),
    });
    await runCopyAs(place(), 'held', ['env', '.env']);
    expect(await screen.findByText('Copied secret/payments/api as .env, without showing it.')).toBeTruthy();
    expect(screen.getByText(/a-b → a_b/)).toBeTruthy();
    expect(bridge.inputsOf('entry.copyAs')).toEqual([{ entryId: 'held', format: 'env' }]);
    bridge.answers['entry.copyAs'] = failing({ kind: 'invalid-input', message: 'It cannot be said.' });
    await runCopyAs(place(), 'held', ['cli', 'CLI command']);
    expect(await screen.findByText('secret/payments/api was not copied as CLI command')).toBeTruthy();
  });
});

describe('who changed an entry', () => {
  it('is answered by the audit log, with the path to look for', async () => {
    const bridge = show();
    ask({ kind: 'who-changed', place: place() });
    const found = await dialog('Who changed this?');
    expect(found.textContent).toContain('The server does not store who wrote a version.');
    expect(within(found).getByText('secret/data/payments/api')).toBeTruthy();
    await press('Copy the command');
    expect(bridge.inputsOf('clipboard.copyText')).toEqual([{ text: auditCommand(secret, 'payments/api') }]);
    expect(auditPath(old, 'x')).toBe('old/x');
    expect(auditCommand(old, "it's")).not.toContain('version');
  });
});
