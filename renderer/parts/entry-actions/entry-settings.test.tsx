import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { failing } from '../../fixtures/fake-bridge.fixture.ts';
import {
  forbidden,
  ask,
  metadata,
  place,
  press,
  secret,
  session,
  show,
  type,
  takeAway,
} from './entry-dialogs.fixture.tsx';
// Preloads lazy components: on a busy machine loading can exceed a test's timeout.
import './settings-dialogs.tsx';

afterEach(takeAway);

describe('metadata', () => {
  it('sends what was read with what was changed, and nothing without a change', async () => {
    const bridge = show({ 'entry.setMetadata': ({ settings }) => ({ ...metadata, ...settings }) });
    ask({ kind: 'metadata', place: place() });
    const save = await screen.findByRole('button', { name: 'Save metadata' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await type('Versions to keep', '2');
    expect(screen.getByText(/permanently removes the oldest 2 versions/)).toBeTruthy();
    await type('Delete versions after', 'soon');
    expect(screen.getByRole('alert').textContent).toMatch(/duration such as/);
    await type('Delete versions after', '30d');
    await press('Add a line');
    await type('Name 2', 'tier');
    expect(screen.getByRole('alert').textContent).toMatch(/no empty text/);
    await type('Text of tier', '1');
    await press('Save metadata');
    expect(await screen.findByText('Saved the metadata of secret/payments/api.')).toBeTruthy();
    expect(bridge.inputsOf('entry.setMetadata')[0]).toMatchObject({
      before: { maxVersions: 0, casRequired: false, customMetadata: { owner: 'payments' } },
      settings: {
        maxVersions: 2,
        deleteVersionAfter: '2592000s',
        casRequired: false,
        customMetadata: { owner: 'payments', tier: '1' },
      },
    });
  });

  it('lays my changes over what somebody else has set meanwhile', async () => {
    const theirs = { ...metadata, casRequired: true, customMetadata: { owner: 'ops' } };
    const bridge = show({
      'entry.setMetadata': failing({ kind: 'conflict', message: 'Others hold.' }),
    });
    ask({ kind: 'metadata', place: place() });
    await type('Versions to keep', '20');
    await press('Save metadata');
    expect(await screen.findByText(/Someone changed these settings meanwhile/)).toBeTruthy();
    bridge.answers['entry.metadata'] = () => theirs;
    bridge.answers['entry.setMetadata'] = ({ settings }) => ({ ...theirs, ...settings });
    await press('Refresh and keep my changes');
    expect(await screen.findByDisplayValue('ops')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Versions to keep' })).toHaveProperty('value', '20');
    await press('Save metadata');
    await waitFor(() => {
      expect(bridge.inputsOf('entry.setMetadata')[1]).toMatchObject({
        before: { casRequired: true, customMetadata: { owner: 'ops' } },
        settings: { maxVersions: 20, casRequired: true, customMetadata: { owner: 'ops' } },
      });
    });
  });

  it('names the permission that is missing, for reading and for saving', async () => {
    const bridge = show({
      'entry.metadata': failing({
        ...forbidden,
        method: 'GET',
        path: 'secret/metadata/payments/api',
      }),
    });
    ask({ kind: 'metadata', place: place() });
    expect(
      await screen.findByText('path "secret/metadata/payments/api" { capabilities = ["read"] }'),
    ).toBeTruthy();
    bridge.answers['entry.metadata'] = () => metadata;
    bridge.answers['entry.setMetadata'] = failing({ ...forbidden, path: 'secret/metadata/payments/api' });
    await press('Retry');
    await type('Versions to keep', '3');
    await press('Save metadata');
    expect(
      await screen.findByText('path "secret/metadata/payments/api" { capabilities = ["create", "update"] }'),
    ).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Versions to keep' })).toHaveProperty('value', '3');
  });

  it('reads nothing with a token of counted uses before it is told to', async () => {
    const bridge = show({}, 3);
    ask({ kind: 'metadata', place: place() });
    const read = await screen.findByRole('button', { name: 'Ask the server (1 use)' });
    expect(bridge.inputsOf('entry.metadata')).toEqual([]);
    fireEvent.click(read);
    expect(await screen.findByDisplayValue('payments')).toBeTruthy();
  });
});

describe('the settings of a mount', () => {
  const config = { maxVersions: 0, casRequired: false, deleteVersionAfter: '0s' };

  it('are read every time and saved against what was read', async () => {
    const bridge = show({
      'mount.config': () => config,
      'mount.setConfig': ({ config: wanted }) => wanted,
    });
    ask({ kind: 'mount-config', sessionId: session.sessionId, mount: secret });
    await userEvent.setup().click(await screen.findByRole('checkbox', { name: 'Require check-and-set' }));
    await press('Save settings');
    expect(await screen.findByText('Saved the settings of secret/.')).toBeTruthy();
    expect(bridge.inputsOf('mount.setConfig')).toEqual([
      {
        sessionId: session.sessionId,
        mount: 'secret/',
        before: config,
        config: { ...config, casRequired: true },
      },
    ]);
    ask({ kind: 'mount-config', sessionId: session.sessionId, mount: secret });
    await screen.findByRole('checkbox', { name: 'Require check-and-set' });
    expect(bridge.inputsOf('mount.config')).toHaveLength(2);
  });

  it('say honestly that they may not be read', async () => {
    show({ 'mount.config': failing({ ...forbidden, method: 'GET', path: 'secret/config' }) });
    ask({ kind: 'mount-config', sessionId: session.sessionId, mount: secret });
    expect(await screen.findByText('path "secret/config" { capabilities = ["read"] }')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull();
  });
});
