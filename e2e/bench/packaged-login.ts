/**
 * A login by system-level key events, in an app without a debugger; the server's audit log tells when it succeeded.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startAudited } from '../release/audited.ts';
import { keysAt } from '../release/keys.ts';
import { descendants, processName } from '../traces/process-memory.ts';

const LIMIT_MS = 45_000;

/** From the empty connect screen to a session; `pid` is main's. Returns the function that stops the server. */
export async function logInByKeys(pid: number): Promise<() => Promise<void>> {
  const audited = await startAudited();
  const prompts = (): number =>
    descendants(pid).filter((each) => processName(each) === 'renderer').length - 1;
  const keys = keysAt(process.env, 'Strongroom');
  keys.type(audited.server.address);
  keys.press('Return');
  const deadline = performance.now() + LIMIT_MS;
  const due = (): void => {
    if (performance.now() > deadline) throw new Error('nobody was logged in');
  };
  for (; prompts() === 0; due()) await pause(50);
  for (; prompts() > 0; due()) {
    keys.press('ctrl+a');
    keys.type(audited.server.rootToken);
    keys.press('Return');
    for (let look = 0; look < 40 && prompts() > 0; look++) await pause(50);
  }
  for (; !audited.requests().includes('read auth/token/lookup-self'); due()) await pause(50);
  return audited.stop;
}
