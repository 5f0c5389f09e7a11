/** A desk that takes wrapping tokens from the clipboard. */
import type { AnswerView } from '../../../shared/vault/answer.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { targetAt } from './services.fixture.ts';
import type { TestDesk } from './services.fixture.ts';

/** A server that nobody has logged in to. */
export function visit(address: string): Where {
  return { target: targetAt(address), name: 'Payments' };
}

/** Puts a token into the clipboard and takes it from there; answers its card's name. */
export async function take(desk: TestDesk, where: Where, token: string): Promise<string> {
  desk.clipboard.text = token;
  desk.answers.push('');
  return (await desk.must('wrapping.take', { where, from: 'clipboard' })).secretRef;
}

/** The pointers of all rows. */
export function pointers({ rows }: AnswerView): readonly string[] {
  return rows.map(({ pointer }) => pointer);
}
