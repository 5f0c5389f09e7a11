/** A save stopped at each of its steps: typed, reviewed, in transit, done but unacknowledged, acknowledged. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { callInPage } from './bridge-calls.ts';
import { goTo, keyRow, savedAs } from './connected.ts';
import { ask, at, startFaultProxy, uniqueName, writeEntry } from '../servers/index.ts';
import type { FaultProxy, KvMount, Reachable } from '../servers/index.ts';

export const savingSteps = [
  'typed',
  'about to be sent',
  'held on its way to the server',
  'held on its way back',
  'saved',
] as const;
export type SavingStep = (typeof savingSteps)[number];

/** An entry about to be changed; afterwards it must hold one of two contents, whole. */
export interface StoppedSave {
  readonly path: string;
  readonly before: string;
  readonly typed: string;
  readonly proxy: FaultProxy;
  /** Lets the held request, or its response, pass. */
  readonly release: () => void;
  /** The content on the server now: `before`, `after`, or a description of anything else. */
  readonly state: () => Promise<string>;
}

/** Creates an entry of its own, behind a proxy of its own that holds the save at the given step. */
export async function prepareSave(server: Reachable, mount: KvMount, step: SavingStep): Promise<StoppedSave> {
  const [path, before, typed] = [uniqueName('entry'), uniqueName('old-value'), uniqueName('new-value')];
  // Keys before and after the changed one, so that a partial content would show.
  const content = (user: string) => ({ a: '1', filler: 'x'.repeat(20_000), user, z: '2' });
  await writeEntry(server, mount, path, content(before));
  const proxy = await startFaultProxy(server);
  const { promise: until, resolve: release } = Promise.withResolvers<undefined>();
  const write = { method: 'POST', url: new RegExp(`/data/${path}$`) };
  if (step === 'held on its way to the server') proxy.add({ ...write, fault: { kind: 'delay', until } });
  if (step === 'held on its way back') proxy.add({ ...write, fault: { kind: 'held-answer', until } });
  return {
    path,
    before,
    typed,
    proxy,
    release: () => {
      release(undefined);
    },
    state: async () => {
      const answer = await ask(server, 'GET', `${mount.path}data/${path}`);
      const data = JSON.stringify(at(answer.json, 'data', 'data'));
      if (data === JSON.stringify(content(before))) return 'before';
      return data === JSON.stringify(content(typed)) ? 'after' : data.slice(0, 200);
    },
  };
}

/** Changes the entry in the editor as the user does, up to the step, and waits until the step is reached. */
export async function saveAsFarAs(
  step: SavingStep,
  window: Page,
  mount: KvMount,
  save: StoppedSave,
): Promise<void> {
  await goTo(window, mount.path + save.path);
  await expect(keyRow(window, 'user')).toBeVisible();
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit user' }).click();
  const field = window.getByRole('textbox', { name: 'Value of user' });
  await expect(field).toHaveValue(save.before);
  await field.fill(save.typed);
  // Main has it: input in the moment of a crash is lost by necessity.
  await expect.poll(() => draftsOf(window)).toContain(save.typed);
  if (step === 'typed') return;
  await window.getByRole('button', { name: 'Review and save…' }).click();
  const button = window.getByRole('button', { name: 'Save as version 2' });
  await expect(button).toBeEnabled();
  if (step === 'about to be sent') return;
  await button.click();
  switch (step) {
    case 'held on its way to the server':
      await expect
        .poll(() => save.proxy.arrived.some((one) => one.startsWith('POST') && one.endsWith(save.path)))
        .toBe(true);
      break;
    case 'held on its way back':
      await expect.poll(save.state).toBe('after');
      break;
    case 'saved':
      await savedAs(window, 2);
      break;
  }
}

async function draftsOf(window: Page): Promise<string> {
  const sessions = await callInPage(window, 'session.list', {});
  const sessionId = at(sessions.value, 0, 'sessionId');
  return JSON.stringify(await callInPage(window, 'draft.list', { sessionId }));
}
