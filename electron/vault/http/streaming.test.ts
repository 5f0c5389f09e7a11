/** Bodies of any length through the client: taken as they come, sent as they are read, never held. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../e2e/servers/forwarding.ts';
import { endAll, errorOf, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import type { BodySink } from './types.ts';

const ends: End[] = [];
afterEach(() => endAll(ends));

async function serverOf(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const listening = await listen(handler);
  ends.push(listening.stop);
  return listening.address;
}

const MIB = 1024 * 1024;
/** Above the client's limit for bodies in memory, and above any socket's buffers. */
const LARGE = 96;

/** Answers so many MiB, as fast as they are taken; `told` counts those written. */
function answering(response: ServerResponse, mib: number, told: { written: number }): void {
  response.writeHead(200, { 'content-type': 'application/gzip' });
  const piece = Buffer.alloc(MIB, 7);
  const write = (): void => {
    while (told.written < mib) {
      told.written++;
      if (!response.write(piece)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  write();
}

/** Counts received bytes. */
function counting(wait: () => Promise<void> | undefined = () => undefined) {
  const got = { bytes: 0 };
  const sink: BodySink = {
    write: (chunk) => {
      got.bytes += chunk.length;
      return wait();
    },
  };
  return { got, sink };
}

const path = 'sys/storage/raft/snapshot';

describe('the body of an answer', () => {
  it('goes into the sink, however long it is, and stays out of the answer', async () => {
    const told = { written: 0 };
    const client = testClient(ends, await serverOf((_request, response) => answering(response, LARGE, told)));
    const { got, sink } = counting();
    const answer = await client.send({ method: 'GET', path, into: sink });
    expect(got.bytes).toBe(LARGE * MIB);
    expect(answer).toMatchObject({ status: 200, text: '' });
  });

  it('waits where the sink does: nothing piles up in memory', async () => {
    const told = { written: 0 };
    const client = testClient(ends, await serverOf((_request, response) => answering(response, LARGE, told)));
    const free = Promise.withResolvers<undefined>();
    const { got, sink } = counting(() => free.promise);
    const answer = client.send({ method: 'GET', path, into: sink });
    await expect.poll(() => got.bytes).toBeGreaterThan(0);
    // Backpressure has stopped the server, far from its end.
    let before = -1;
    let stands = 0;
    await expect
      .poll(() => {
        stands = told.written === before ? stands + 1 : 0;
        before = told.written;
        return stands;
      })
      .toBeGreaterThan(5);
    expect(told.written).toBeLessThan(LARGE / 2);
    free.resolve(undefined);
    await answer;
    expect(got.bytes).toBe(LARGE * MIB);
  });

  it('that the sink does not take ends the call with its reason', async () => {
    const told = { written: 0 };
    const client = testClient(ends, await serverOf((_request, response) => answering(response, LARGE, told)));
    const full = new Error('the disk is full');
    const error = await errorOf(
      client.send({ method: 'GET', path, into: { write: () => Promise.reject(full) } }),
    );
    expect(error.kind).not.toBe('outcome-unknown');
  });

  it.each([
    ['a refusal', 403, 'application/json', '{"errors":["permission denied"]}', 'forbidden'],
    ['a web page', 200, 'text/html; charset=utf-8', '<html><title>Log in</title>', 'bad-answer'],
  ])('that is %s is judged, and not taken', async (_what, status, type, body, kind) => {
    const address = await serverOf((_request, response) => {
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    });
    const { got, sink } = counting();
    const error = await errorOf(testClient(ends, address).send({ method: 'GET', path, into: sink }));
    expect([error.kind, got.bytes]).toEqual([kind, 0]);
  });

  it('that breaks off is no answer', async () => {
    const address = await serverOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/gzip' });
      response.write('part', () => response.destroy());
    });
    const { sink } = counting();
    const error = await errorOf(testClient(ends, address).send({ method: 'GET', path, into: sink }));
    expect(error).toMatchObject({ kind: 'bad-answer', status: 200 });
  });
});

describe('the body of a request', () => {
  it('is sent as it is read, every byte of it, and anew where a redirect says so', async () => {
    const sums: string[] = [];
    const leader = await serverOf((request, response) => {
      const sum = createHash('sha256');
      request.on('data', (chunk: Buffer) => sum.update(chunk));
      request.on('end', () => {
        sums.push(`${sum.digest('hex')} ${request.headers['content-length'] ?? ''}`);
        response.writeHead(204).end();
      });
    });
    const standby = await serverOf((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(307, { location: `${leader}${request.url ?? ''}` }).end());
    });
    const pieces = Array.from({ length: 40 }, (_, at) => Buffer.alloc(MIB, at));
    const bytes = 40 * MIB;
    const client = testClient(ends, standby, { confirmedOrigins: [leader] });
    const open = () => Readable.from(pieces, { objectMode: false });
    const answer = await client.send({ method: 'POST', path, stream: { bytes, open } });
    expect(answer.status).toBe(204);
    const whole = createHash('sha256');
    for (const piece of pieces) whole.update(piece);
    expect(sums).toEqual([`${whole.digest('hex')} ${String(bytes)}`]);
  });

  it('that turns out shorter than announced is not taken for sent', async () => {
    const address = await serverOf((request, response) => {
      request.resume();
      request.on('end', () => response.writeHead(204).end());
    });
    const open = () => Readable.from([Buffer.alloc(10)], { objectMode: false });
    const sending = testClient(ends, address).send({ method: 'POST', path, stream: { bytes: 20, open } });
    expect((await errorOf(sending)).kind).toBe('outcome-unknown');
  });
});
