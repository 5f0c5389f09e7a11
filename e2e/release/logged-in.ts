/** The packaged app with a session, logged in by key events alone. */
import { expect } from '@playwright/test';
import { processName } from '../traces/process-memory.ts';
import type { Audited } from './audited.ts';
import { keysOf, type Keys } from './keys.ts';
import type { Person, Started } from './person.ts';

/** Number of pages: the window's, and one for a prompt. */
export function pages(started: Started): number {
  return started.processes().filter((pid) => processName(pid) === 'renderer').length;
}

/** Repeats `act` until `isSo`: a prompt ignores keys until it is armed, which is invisible from outside. */
export async function until(what: string, isSo: () => boolean, act: () => void): Promise<void> {
  await expect(async () => {
    act();
    await expect.poll(isSo, { timeout: 3_000, intervals: [50] }).toBe(true);
  }, what).toPass({ timeout: 45_000, intervals: [0] });
}

/** From the empty connect screen to the prompt for the token. */
export async function connect(keys: Keys, started: Started, audited: Audited): Promise<void> {
  keys.type(audited.server.address);
  keys.press('Return');
  await expect.poll(() => pages(started), 'the prompt is a process of its own').toBe(2);
}

/** From the empty connect screen to a session of the server's root token. */
export async function logInByKeys(person: Person, started: Started, audited: Audited): Promise<Keys> {
  const keys = keysOf(person, 'Strongroom');
  const logins = (): number =>
    audited.requests().filter((request) => request === 'read auth/token/lookup-self').length;
  const before = logins();
  await connect(keys, started, audited);
  await until(
    'logged in',
    () => logins() > before,
    () => {
      // A prompt that took the token is gone, even with a slow server: the window behind it would get the keys.
      if (pages(started) === 1) return;
      keys.press('ctrl+a');
      keys.type(audited.server.rootToken);
      keys.press('Return');
    },
  );
  await expect.poll(() => pages(started), 'the prompt is gone').toBe(1);
  return keys;
}
