/**
 * Frames on a stream: four bytes of length, then that many bytes of UTF-8 JSON. What is read ahead and what waits to
 * be written is bounded; anything else than a frame ends the stream.
 */
import type { Duplex } from 'node:stream';

export interface FrameLimits {
  /** Bytes of the JSON. */
  readonly longestIn: number;
  readonly longestOut: number;
  /** Milliseconds that the other side has for its first frame, and for taking each of ours. */
  readonly patienceMs: number;
}

export interface Frames {
  /** The next frame, parsed; undefined once the stream has ended. */
  readonly next: () => Promise<unknown>;
  /** False if the frame is too long, or the other side did not take it. */
  readonly send: (frame: unknown) => Promise<boolean>;
  readonly end: () => void;
  readonly ended: AbortSignal;
}

const HEAD = 4;

/** Reads and writes frames. */
export function framesOf(stream: Duplex, { longestIn, longestOut, patienceMs }: FrameLimits): Frames {
  const ended = new AbortController();
  let chunks: Buffer[] = [];
  let bytes = 0;
  let wanted: number | undefined;
  const ready: unknown[] = [];
  const waiting: ((frame: unknown) => void)[] = [];
  const silent = setTimeout(() => stop(), patienceMs);

  function stop(): void {
    clearTimeout(silent);
    stream.destroy();
    if (!ended.signal.aborted) ended.abort();
    chunks = [];
    ready.length = 0;
    while (waiting.length > 0) waiting.shift()?.(undefined);
  }

  /** The next so many bytes; undefined if they are not there yet. */
  function take(length: number): Buffer | undefined {
    if (bytes < length) return undefined;
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    chunks = all.length === length ? [] : [all.subarray(length)];
    bytes -= length;
    return all.subarray(0, length);
  }

  function parse(): void {
    while (!ended.signal.aborted) {
      if (wanted === undefined) {
        wanted = take(HEAD)?.readUInt32BE();
        if (wanted === undefined) return;
        if (wanted === 0 || wanted > longestIn) return stop();
      }
      const body = take(wanted);
      if (body === undefined) return;
      wanted = undefined;
      clearTimeout(silent);
      const frame = parsed(body);
      if (frame === undefined) return stop();
      const next = waiting.shift();
      if (next === undefined) ready.push(frame);
      else next(frame);
      // One frame ahead: the rest stays with the sender.
      if (ready.length > 0) {
        stream.pause();
        return;
      }
    }
  }

  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (ready.length === 0) parse();
    else stream.pause();
  });
  stream.on('end', stop);
  stream.on('close', stop);
  stream.on('error', stop);
  stream.resume();

  return {
    next: () => {
      if (ready.length > 0) {
        const frame = ready.shift();
        stream.resume();
        parse();
        return Promise.resolve(frame);
      }
      if (ended.signal.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => waiting.push(resolve));
    },
    send: (frame) => {
      const body = Buffer.from(JSON.stringify(frame));
      if (ended.signal.aborted || body.length > longestOut) return Promise.resolve(false);
      const head = Buffer.alloc(HEAD);
      head.writeUInt32BE(body.length);
      return new Promise((resolve) => {
        const late = setTimeout(stop, patienceMs);
        const settle = (sent: boolean): void => {
          clearTimeout(late);
          ended.signal.removeEventListener('abort', failed);
          resolve(sent);
        };
        const failed = (): void => settle(false);
        ended.signal.addEventListener('abort', failed);
        stream.write(Buffer.concat([head, body]), (error) => settle(error === undefined || error === null));
      });
    },
    end: () => {
      clearTimeout(silent);
      stream.end();
      // The other side closes in turn, or is cut off.
      setTimeout(stop, patienceMs).unref();
    },
    ended: ended.signal,
  };
}

/** Undefined if it is not UTF-8 or not JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    // The sender is cut off; nothing of it is told further.
    return undefined;
  }
}
