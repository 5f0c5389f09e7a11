/** Steps around plans: the question of a run, its result, and entries as the server has them after it. */
import type { Locator, Page } from '@playwright/test';
import { ask, at, type KvMount, type Reachable } from '../servers/index.ts';
import type { LaunchedApp } from './app.ts';
import { readToEnd } from './prompt-steps.ts';

/** Reads the question of a plan and agrees to it. */
export async function agreeToPlan(launched: LaunchedApp): Promise<void> {
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: /^(?:Copy|Move|Delete|Rename|Undelete)/ }).click();
  });
}

/** The result of the plan that ran. */
export function planResult(page: Page): Locator {
  return page.getByRole('status', { name: 'Result' });
}

/** Values of an entry of KV v2, of its current version or of another; null if there are none. */
export async function dataOf(server: Reachable, mount: KvMount, path: string, version = 0): Promise<unknown> {
  const { json } = await ask(server, 'GET', `${mount.path}data/${path}?version=${String(version)}`);
  return at(json, 'data', 'data') ?? null;
}

/** Names in a folder of KV v2; undefined for an empty one. */
export async function namesIn(server: Reachable, mount: KvMount, folder: string): Promise<unknown> {
  const { json } = await ask(server, 'LIST', `${mount.path}metadata/${folder}`);
  return at(json, 'data', 'keys');
}
