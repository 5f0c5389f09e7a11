/** Shared steps of the ceremony tests: reading the status, and saving a result. */
import type { CeremonyStatus, KeyCeremony } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { targetAt } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

/** A server without a login. */
export function placeOf(address: string) {
  return { target: targetAt(address), name: 'one' };
}

/** A server for its ceremonies: without a login, or in a session of its root token. */
export async function ceremonyPlace(
  app: TestApp,
  server: { readonly address: string; readonly rootToken: string },
  withoutToken: boolean,
): Promise<Where> {
  if (withoutToken) return placeOf(server.address);
  return { sessionId: await app.login(server.address, server.rootToken) };
}

/** Status of a ceremony at a server. */
export function statusOf(app: TestApp, where: Where, ceremony: KeyCeremony): Promise<CeremonyStatus> {
  return app.must('ceremony.status', { where, ceremony });
}

/** Prompts shown since `from`, in order. */
export function shown(
  app: TestApp,
  from = 0,
): readonly { readonly title: string; readonly secret: string }[] {
  return app.asked.slice(from).flatMap((one) => (one.kind === 'show-secret' ? [one] : []));
}

/** Every credential of a result, confirmed as saved one by one. */
export async function save(app: TestApp, answerId: string): Promise<readonly string[]> {
  const before = app.asked.length;
  app.answers.push(...Array.from({ length: 20 }, () => ''));
  await app.must('ceremony.showResult', { answerId, again: false });
  app.answers.length = 0;
  return shown(app, before).map(({ secret }) => secret);
}
