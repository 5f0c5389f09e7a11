import { describe, expect, it } from 'vitest';
import { armingTimes, makeArming, type Arming, type PromptInput } from './arming.ts';

/** A clock moved by hand. */
function handClock() {
  let nowMs = 0;
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  return {
    nowMs: () => nowMs,
    after: (ms: number, run: () => void) => {
      const timer = { atMs: nowMs + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    waiting: () => timers.size,
    to: (ms: number): void => {
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= ms).sort((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        timers.delete(next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = ms;
    },
  };
}

function setUp() {
  const clock = handClock();
  const arming = makeArming(armingTimes, clock);
  const at = (ms: number, ...inputs: readonly PromptInput[]): boolean => {
    clock.to(ms);
    inputs.forEach(arming.input);
    return arming.mayAnswer();
  };
  return { clock, arming, at };
}

/** True if the promise has resolved by now. */
async function isArmed(arming: Arming): Promise<boolean> {
  return Promise.race([arming.painted().then(() => true), Promise.resolve().then(() => false)]);
}

describe('a prompt', () => {
  it('is armed one second after it was painted, and says so', async () => {
    const { clock, arming, at } = setUp();
    expect(at(5_000)).toBe(false);
    void arming.painted();
    expect(at(5_999)).toBe(false);
    expect(await isArmed(arming)).toBe(false);
    expect(at(6_000)).toBe(true);
    await arming.painted();
    expect(clock.waiting()).toBe(0);
  });

  it('is not armed before it was painted, however long that takes', () => {
    const { at } = setUp();
    expect(at(60_000, 'press', 'release')).toBe(false);
    expect(at(120_000)).toBe(false);
  });

  it('waits for half a second without input', () => {
    const { arming, at } = setUp();
    void arming.painted();
    for (let ms = 100; ms <= 3_000; ms += 300) expect(at(ms, 'press', 'release')).toBe(false);
    expect(at(3_299)).toBe(false);
    expect(at(3_300)).toBe(true);
  });

  it('counts what was pressed before it was painted', () => {
    const { arming, at } = setUp();
    at(900, 'press', 'release');
    void arming.painted();
    expect(at(1_899)).toBe(false);
    expect(at(1_900)).toBe(true);
  });

  it('stays armed, whatever is pressed then', () => {
    const { arming, at } = setUp();
    void arming.painted();
    expect(at(1_000)).toBe(true);
    expect(at(1_001, 'press')).toBe(true);
    expect(at(1_050, 'release')).toBe(true);
    expect(at(1_051, 'press', 'release', 'press')).toBe(true);
  });

  it('does not count its painting twice', () => {
    const { arming, at } = setUp();
    void arming.painted();
    at(900);
    void arming.painted();
    expect(at(1_000)).toBe(true);
  });

  it('is not answered by what was pressed before and is let go afterwards', () => {
    const { arming, at } = setUp();
    void arming.painted();
    at(300, 'press');
    expect(at(2_000)).toBe(false);
    expect(at(2_010, 'release')).toBe(false);
    expect(at(2_100, 'press')).toBe(true);
  });

  it('is not answered by a key that repeats, held from before or from afterwards', () => {
    const { arming, at } = setUp();
    void arming.painted();
    for (let ms = 100; ms < 1_500; ms += 30) expect(at(ms, 'repeat')).toBe(false);
    expect(at(3_000, 'release')).toBe(false);
    expect(at(3_100, 'press')).toBe(true);
    expect(at(3_600, 'repeat')).toBe(false);
    expect(at(3_700, 'release')).toBe(false);
    expect(at(3_800, 'press')).toBe(true);
  });

  it('is not answered by Ctrl+Enter that was pressed in the page while it came up', () => {
    const { arming, at } = setUp();
    at(0, 'hold', 'chord');
    void arming.painted();
    expect(at(200, 'release', 'letGo', 'hold', 'chord', 'release', 'letGo')).toBe(false);
    expect(at(900, 'hold', 'chord')).toBe(false);
    // Armed meanwhile, the keys still down; then only Enter is pressed once more.
    expect(at(2_500)).toBe(false);
    expect(at(2_600, 'release')).toBe(false);
    expect(at(2_700, 'chord')).toBe(false);
    expect(at(2_800, 'release', 'chord', 'release')).toBe(false);
    expect(at(2_900, 'letGo', 'hold', 'chord')).toBe(true);
  });

  it('is not answered by Enter to a Ctrl that was held since before, nor to one that it never saw', () => {
    const { arming, at } = setUp();
    at(500, 'hold');
    void arming.painted();
    expect(at(1_500)).toBe(true);
    expect(at(1_600, 'chord')).toBe(false);
    expect(at(1_700, 'release', 'letGo', 'chord')).toBe(false);
    expect(at(1_800, 'release', 'hold', 'chord')).toBe(true);
  });

  it('is not answered by Ctrl+Enter that is held and repeats', () => {
    const { arming, at } = setUp();
    void arming.painted();
    at(100, 'hold', 'chord');
    for (let ms = 130; ms < 1_500; ms += 30) expect(at(ms, 'repeat')).toBe(false);
    expect(at(3_000)).toBe(false);
    expect(at(3_030, 'repeat')).toBe(false);
    expect(at(3_100, 'release', 'letGo', 'hold', 'chord')).toBe(true);
    expect(at(3_600, 'repeat')).toBe(false);
  });

  it('is answered without any input, as assistive technology does', () => {
    const { arming, at } = setUp();
    at(200, 'press', 'release');
    void arming.painted();
    expect(at(1_200)).toBe(true);
  });

  it('is never armed once it was stopped', () => {
    const { clock, arming, at } = setUp();
    void arming.painted();
    arming.stop();
    expect(at(10_000)).toBe(false);
    expect(clock.waiting()).toBe(0);
  });
});
