/** What tests of key ceremonies do over and over: look, and save what one brings. */
import type { CeremonyStatus, KeyCeremony } from '../../../shared/vault/ceremony.ts';
import { targetAt } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

/** A server without a login. */
export function placeOf(address: string) {
  return { target: targetAt(address), name: 'one' };
}

/** Where a ceremony of a server stands. */
export function statusOf(app: TestApp, address: string, ceremony: KeyCeremony): Promise<CeremonyStatus> {
  return app.must('ceremony.status', { where: placeOf(address), ceremony });
}

/** What the secure prompt has shown since `from`, in its order. */
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
