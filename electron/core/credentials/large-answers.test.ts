import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { answerOf, taken } from './answer.fixture.ts';
import { answerTasks } from './answer-tasks.ts';
import type { AnswerWork } from './answer-tasks.ts';
import { createAnswers } from './large-answers.ts';
import { MOST_ONCE } from './answer-shelf.ts';
import { createKnownCredentials } from './known-credentials.ts';
import type { NewAnswer } from './new-answer.ts';
import { createSecretStore } from './secrets.ts';

const KNOWN = 'hvs.CANARY-that-main-holds-already';
const OWN = 'hvs.CANARY-that-came-with-the-answer';

const inPlace: AnswerWork = async (name, input) => answerTasks[name](input as never) as never;

function large(body: unknown, change: Partial<NewAnswer> = {}): NewAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const bytes = Buffer.from(text);
  const refused = (): never => {
    throw new Error('main reads a large answer itself');
  };
  const answer = answerOf('', { large: { bytes, top: {}, proved: true }, json: refused });
  Object.defineProperty(answer, 'text', { get: refused });
  return taken('', { answer, ...change });
}

function make(work: AnswerWork = inPlace) {
  const known = createKnownCredentials();
  const secrets = createSecretStore(known);
  secrets.hold('s', 'other', KNOWN);
  const lists: number[] = [];
  const answers = createAnswers({ secrets, known, work, changed: (list) => lists.push(list.length) });
  return { answers, secrets, known, lists };
}

describe('a large answer', () => {
  const body = { data: { note: `it is ${KNOWN}`, plain: 'x', auth: { client_token: OWN } } };

  it('is never read by main: its values are, elsewhere, and no credential crosses', async () => {
    const { answers, secrets } = make();
    const view = await answers.hold(large(body));
    expect(view.rows.map(({ pointer, what }) => [pointer, what])).toEqual([
      ['/data', 'object'],
      ['/data/note', 'credential'],
      ['/data/plain', 'hidden'],
      ['/data/auth', 'object'],
      ['/data/auth/client_token', 'credential'],
    ]);
    expect(await answers.reveal(view.answerId, '/data/plain')).toBe('"x"');
    for (const pointer of ['/data/note', '/data/auth/client_token'])
      await expect(answers.reveal(view.answerId, pointer)).rejects.toThrow(AppFailure);
    expect(JSON.stringify(view) + (await answers.raw(view.answerId, true))).not.toContain('CANARY');
    expect(await answers.textAt(view.answerId, '/data/auth/client_token')).toBe(OWN);
    const ref = view.rows.at(-1)?.credential?.secretRef ?? '';
    expect(secrets.read(ref).secret).toBe(OWN);
    expect(answers.original(view.answerId).toString()).toBe(JSON.stringify(body));
    answers.noteTaken(view.answerId);
    answers.dismiss(view.answerId);
    expect(() => secrets.read(ref)).toThrow(AppFailure);
  });

  it('that cannot be read is held all the same, and shows nothing', async () => {
    const { answers, lists } = make(() =>
      Promise.reject(new AppFailure({ kind: 'bad-answer', message: 'no' })),
    );
    const view = await answers.hold(large(body));
    expect(lists).toEqual([1]);
    expect(JSON.stringify(view)).not.toContain('CANARY');
    await expect(answers.reveal(view.answerId, '')).rejects.toThrow(AppFailure);
    await expect(answers.raw(view.answerId, true)).rejects.toThrow(AppFailure);
    await expect(answers.raw(view.answerId, false)).rejects.toThrow(AppFailure);
    expect(answers.original(view.answerId).toString()).toBe(JSON.stringify(body));
  });

  it('is held before it is read: neither a lock nor a crash meanwhile loses it', async () => {
    const gate = Promise.withResolvers<undefined>();
    const { answers } = make(async (name, input) => {
      await gate.promise;
      return answerTasks[name](input as never) as never;
    });
    const [once, again] = [answers.hold(large(body)), answers.hold(large(body, { once: false }))];
    expect(answers.list()).toHaveLength(1);
    answers.lockSession('s');
    gate.resolve(undefined);
    expect((await once).rows).toHaveLength(5);
    expect(() => answers.view(answers.list()[0]?.answerId ?? '')).not.toThrow();
    const gone = await again;
    expect(() => answers.view(gone.answerId)).toThrow(AppFailure);
    expect(gone.rows.map(({ what }) => what)).toEqual(['hidden']);
  });

  it('counts among what exists once: a full store says so before more is asked for, and drops none', async () => {
    const { answers } = make();
    for (let number = 0; number < MOST_ONCE; number++) {
      expect(answers.full()).toBeUndefined();
      await answers.hold(number % 2 === 0 ? taken({}) : large({}));
    }
    expect(answers.full()).toMatchObject({ kind: 'invalid-request' });
    await answers.hold(taken({}));
    expect(answers.list()).toHaveLength(MOST_ONCE + 1);
    for (const { answerId } of answers.list().slice(0, 2)) {
      answers.noteTaken(answerId);
      answers.dismiss(answerId);
    }
    // Restorable answers are still held.
    expect(answers.full()).toBeDefined();
    answers.forgetDismissed(() => true);
    expect(answers.full()).toBeUndefined();
  });

  it('that could not be read shows no word of it, even where its bytes can be read by then', async () => {
    let reads = 0;
    const { answers } = make(async (name, input) => {
      if (reads++ === 0) throw new AppFailure({ kind: 'bad-answer', message: 'no' });
      return answerTasks[name](input as never) as never;
    });
    const view = await answers.hold(large(body));
    await expect(answers.reveal(view.answerId, '')).rejects.toThrow(AppFailure);
    await expect(answers.raw(view.answerId, true)).rejects.toThrow(AppFailure);
    expect(await answers.raw(view.answerId, false)).not.toContain('CANARY');
    expect(await answers.textAt(view.answerId, '')).toBe(JSON.stringify(body));
  });

  it('keeps in what was a credential when it came, and a text with one that is known since', async () => {
    const { answers, secrets, known } = make();
    const release = known.keep(['CANARY-held-for-a-while']);
    const early = await answers.hold(large({ data: { note: 'of CANARY-held-for-a-while' } }));
    release();
    await expect(answers.reveal(early.answerId, '/data/note')).rejects.toThrow(AppFailure);
    expect(await answers.raw(early.answerId, true)).not.toContain('CANARY');
    const late = await answers.hold(large('no JSON, but CANARY-known-too-late'));
    expect(await answers.reveal(late.answerId, '')).toContain('CANARY');
    secrets.hold('s', 'other', 'CANARY-known-too-late');
    await expect(answers.reveal(late.answerId, '')).rejects.toThrow(AppFailure);
    expect(await answers.raw(late.answerId, true)).not.toContain('CANARY');
  });

  it('shows long values in plain sight only when they are asked for', async () => {
    const { answers } = make();
    const long = 'x'.repeat(70_000);
    const many = Array.from({ length: 40 }, () => 'y'.repeat(60_000));
    const { answerId, rows } = await answers.hold(large({ data: { long, many } }, { values: 'plain' }));
    expect(rows.find(({ pointer }) => pointer === '/data/long')).toMatchObject({
      what: 'hidden',
      length: 70_002,
    });
    expect(JSON.stringify(rows).length).toBeLessThan(1_200_000);
    expect(await answers.reveal(answerId, '/data/long')).toBe(JSON.stringify(long));
  });

  it('with more values than the worker has memory for is not taken apart', async () => {
    const { answers } = make();
    const view = await answers.hold(large(`[${'0,'.repeat(2_000_001)}0]`));
    expect(view.rows).toHaveLength(1);
  });
});
