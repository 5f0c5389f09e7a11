import { describe, expect, it } from 'vitest';
import { createProgramTurns } from './turns.ts';

const code = (failure: unknown): string => (failure as { error: { code: string } }).error.code;

describe('turns of programs', () => {
  it('are one after another, with one that waits', async () => {
    const counts: number[] = [];
    const turns = createProgramTurns((count) => counts.push(count));
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const begun: string[] = [];
    const ask = (name: string, until: Promise<string>) =>
      turns.run(() => {
        begun.push(name);
        return until;
      });
    const [one, two] = [ask('one', first.promise), ask('two', second.promise)];
    expect(code(await ask('three', first.promise).catch((failure: unknown) => failure))).toBe('busy');
    expect(begun).toEqual(['one']);
    first.reject(new Error('no'));
    await expect(one).rejects.toThrow('no');
    second.resolve('yes');
    expect(await two).toBe('yes');
    expect(begun).toEqual(['one', 'two']);
    expect(counts).toEqual([1, 2, 1, 0]);
  });

  it('are refused for longer after each no in a row, until a yes', () => {
    let nowMs = 0;
    const turns = createProgramTurns(
      () => undefined,
      5_000,
      () => nowMs,
    );
    const quietFor = (): number => {
      let ms = 0;
      for (; ms <= 600_000; ms += 1_000) {
        nowMs += ms === 0 ? 0 : 1_000;
        try {
          turns.refuseSoon();
          return ms;
        } catch (failure) {
          expect(code(failure)).toBe('denied');
        }
      }
      return ms;
    };
    expect(quietFor()).toBe(0);
    const quiet = Array.from({ length: 8 }, () => {
      turns.noteNo();
      return quietFor();
    });
    expect(quiet).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
    turns.noteYes();
    turns.noteNo();
    expect(quietFor()).toBe(5_000);
  });
});
