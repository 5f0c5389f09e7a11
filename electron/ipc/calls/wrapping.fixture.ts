/** An app that takes wrapping tokens from the clipboard. */
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { targetAt } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';

/** A server without a login. */
export function withoutLogin(address: string): Where {
  return { target: targetAt(address), name: 'Payments' };
}

/** Puts a token into the clipboard and takes it from there; returns the name of its reference. */
export async function take(app: TestApp, where: Where, token: string): Promise<string> {
  app.clipboard.text = token;
  app.answers.push('');
  return (await app.must('wrapping.take', { where, from: 'clipboard' })).secretRef;
}

/** The pointers of all rows. */
export function pointers({ rows }: AnswerView): readonly string[] {
  return rows.map(({ pointer }) => pointer);
}
