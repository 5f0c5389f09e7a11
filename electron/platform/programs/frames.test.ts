import { PassThrough, duplexPair } from 'node:stream';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { framesOf } from './frames.ts';

const limits = { longestIn: 64, longestOut: 64, patienceMs: 60_000 };

function frame(text: string, length = Buffer.byteLength(text)): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return Buffer.concat([head, Buffer.from(text)]);
}

function pair(change: Partial<typeof limits> = {}) {
  const [ours, theirs] = duplexPair();
  return { theirs, frames: framesOf(ours, { ...limits, ...change }) };
}

/** Everything that a side reads, until it ends. */
async function all(stream: Duplex): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('frames', () => {
  it('are read whole, however they come, one after another', async () => {
    const { theirs, frames } = pair();
    for (const byte of Buffer.concat([frame('{"a":1}'), frame('"ü"')])) theirs.write(Buffer.of(byte));
    expect(await frames.next()).toEqual({ a: 1 });
    expect(await frames.next()).toBe('ü');
    theirs.write(Buffer.concat([frame('1'), frame('2'), frame('3')]));
    expect([await frames.next(), await frames.next(), await frames.next()]).toEqual([1, 2, 3]);
    theirs.end();
    expect(await frames.next()).toBeUndefined();
    expect(frames.ended.aborted).toBe(true);
  });

  it.each([
    ['an empty one', frame('')],
    ['one that is too long', frame('"', 65)],
    ['one of four gigabytes', frame('', 0xffff_ffff)],
    ['no JSON', frame('{')],
    ['no UTF-8', Buffer.concat([frame('', 3), Buffer.from([0x22, 0xff, 0x22])])],
  ])('end the stream by %s', async (_what, bytes) => {
    const { theirs, frames } = pair();
    theirs.on('error', () => undefined);
    theirs.write(bytes);
    expect(await frames.next()).toBeUndefined();
    expect(frames.ended.aborted).toBe(true);
  });

  it('are written with their length, and refused if they are too long', async () => {
    const { theirs, frames } = pair();
    const read = all(theirs);
    expect(await frames.send({ ok: 'ü' })).toBe(true);
    expect(await frames.send('x'.repeat(64))).toBe(false);
    frames.end();
    theirs.end();
    expect((await read).equals(frame('{"ok":"ü"}'))).toBe(true);
  });

  it('keep no more than one frame ahead of who reads them', async () => {
    const stream = new PassThrough({ highWaterMark: 16 });
    const frames = framesOf(stream, limits);
    let taken = 0;
    const more = (): void => {
      while (taken < 100 && stream.write(frame('1'))) taken++;
    };
    stream.on('drain', more);
    more();
    await new Promise(setImmediate);
    expect(taken).toBeLessThan(20);
    expect(await frames.next()).toBe(1);
  });

  it.each(['says nothing', 'reads nothing'])('end for a side that %s', async (what) => {
    const { theirs, frames } = pair({ patienceMs: 1, longestOut: 1_000_000 });
    theirs.on('error', () => undefined);
    if (what === 'reads nothing') {
      theirs.write(frame('1'));
      expect(await frames.next()).toBe(1);
      expect(await frames.send('x'.repeat(900_000))).toBe(false);
    }
    expect(await frames.next()).toBeUndefined();
  });
});
