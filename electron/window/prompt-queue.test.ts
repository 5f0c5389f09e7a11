import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import { promptSettled, type TrustedAnswer, type TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { makePromptQueue } from './prompt-queue.ts';

const question = (title: string): TrustedRequest => ({
  kind: 'confirm',
  title,
  body: [],
  action: 'Do it',
  destructive: false,
});
const submit: TrustedAnswer = { kind: 'submit', text: '' };
const cancel: TrustedAnswer = { kind: 'cancel' };

function setUp() {
  /** Events on screen, in their order. */
  const seen: string[] = [];
  /** Events before each time that way was made. */
  const ways: string[][] = [];
  let close: (answer: TrustedAnswer) => void = () => undefined;
  const queue = makePromptQueue(
    (request) => {
      const title = 'title' in request ? (request.title ?? '') : '';
      if (title === 'no window') return undefined;
      const { promise, resolve } = Promise.withResolvers<TrustedAnswer>();
      seen.push(`${title} shown`);
      close = (answer) => {
        seen.push(`${title} closed`);
        resolve(answer);
      };
      return {
        closed: promise,
        withdraw: () => void seen.push(`${title} withdrawn`),
        takeAway: () => {
          seen.push(`${title} taken away`);
          resolve(cancel);
        },
      };
    },
    () => void ways.push([...seen]),
  );
  return { queue, seen, ways, close: (answer: TrustedAnswer) => close(answer) };
}

describe('asking', () => {
  it('answers what the person answers', async () => {
    const { queue, seen, close } = setUp();
    const asked = queue.ask(question('a'));
    close(submit);
    expect(await asked).toEqual(submit);
    expect(seen).toEqual(['a shown', 'a closed']);
  });

  it('lets one question wait, and refuses a third with a reason', async () => {
    const { queue, seen, close } = setUp();
    const first = queue.ask(question('a'));
    const second = queue.ask(question('b'));
    const third: unknown = await queue.ask(question('c')).catch((failure: unknown) => failure);
    expect(third).toBeInstanceOf(AppFailure);
    expect(third).toMatchObject({
      error: { kind: 'conflict', message: 'Another question is waiting for your answer.' },
    });
    expect(seen).toEqual(['a shown']);
    close(submit);
    expect(await first).toEqual(submit);
    expect(seen).toEqual(['a shown', 'a closed', 'b shown']);
    close(cancel);
    expect(await second).toEqual(cancel);
  });

  it('answers cancel where there is no window, and goes on with the next', async () => {
    const { queue, seen, close } = setUp();
    expect(await queue.ask(question('no window'))).toEqual(cancel);
    const next = queue.ask(question('a'));
    close(submit);
    expect(await next).toEqual(submit);
    expect(seen).toEqual(['a shown', 'a closed']);
  });

  it('has way made before every question, one that waits among them', () => {
    const { queue, ways } = setUp();
    void queue.ask(question('a'));
    void queue.ask(question('b'));
    expect(ways).toEqual([[], ['a shown']]);
  });

  it('shows nothing for a call that was cancelled before', async () => {
    const { queue, seen } = setUp();
    expect(await queue.ask(question('a'), AbortSignal.abort())).toEqual(cancel);
    expect(seen).toEqual([]);
  });
});

describe('a request that the page withdraws', () => {
  it('ends for its caller at once, and stays until the person closes it', async () => {
    const { queue, seen, close } = setUp();
    const page = new AbortController();
    const first = queue.ask(question('a'), page.signal);
    const second = queue.ask(question('b'));
    page.abort();
    expect(await first).toEqual(cancel);
    expect(seen).toEqual(['a shown', 'a withdrawn']);
    close(cancel);
    await expect.poll(() => seen.at(-1)).toBe('b shown');
    close(submit);
    expect(await second).toEqual(submit);
    expect(seen).toEqual(['a shown', 'a withdrawn', 'a closed', 'b shown', 'b closed']);
  });

  it('counts as the one on screen for as long as it is', async () => {
    const { queue } = setUp();
    const page = new AbortController();
    const first = queue.ask(question('a'), page.signal);
    page.abort();
    await first;
    void queue.ask(question('b'));
    await expect(queue.ask(question('c'))).rejects.toBeInstanceOf(AppFailure);
  });

  it('makes room where it was waiting only', async () => {
    const { queue, seen } = setUp();
    const page = new AbortController();
    void queue.ask(question('a'));
    const second = queue.ask(question('b'), page.signal);
    page.abort();
    expect(await second).toEqual(cancel);
    void queue.ask(question('c'));
    expect(seen).toEqual(['a shown']);
  });

  it('is not withdrawn after it was answered', async () => {
    const { queue, seen, close } = setUp();
    const page = new AbortController();
    const first = queue.ask(question('a'), page.signal);
    close(submit);
    await first;
    void queue.ask(question('b'));
    page.abort();
    expect(seen).toEqual(['a shown', 'a closed', 'b shown']);
  });
});

describe('what main itself ends', () => {
  it('goes at once where what it waited for has come, through a joined signal too', async () => {
    const { queue, seen } = setUp();
    const done = new AbortController();
    const page = new AbortController();
    const waits = queue.ask(question('a'), AbortSignal.any([done.signal, page.signal]));
    done.abort(promptSettled);
    expect(await waits).toEqual(cancel);
    expect(seen).toEqual(['a shown', 'a taken away']);
  });

  it('leaves nothing behind on a lock, not even what was withdrawn', async () => {
    const { queue, seen, close } = setUp();
    const page = new AbortController();
    const first = queue.ask(question('a'), page.signal);
    page.abort();
    const second = queue.ask(question('b'));
    queue.cancelAll();
    expect(await Promise.all([first, second])).toEqual([cancel, cancel]);
    expect(seen).toEqual(['a shown', 'a withdrawn', 'a taken away']);
    // Cancels all, then asks, as a quit does.
    const last = queue.ask(question('c'));
    await expect.poll(() => seen.at(-1)).toBe('c shown');
    close(submit);
    expect(await last).toEqual(submit);
  });
});
