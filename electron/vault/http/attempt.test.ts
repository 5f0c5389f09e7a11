import type { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { sendOnce } from './attempt.ts';
import { CallEnd } from './call-end.ts';

const attempt = {
  origin: 'http://vault.test',
  path: '/v1/secret/data/app',
  method: 'POST',
  headers: {},
  timeoutMs: 1_000,
} as const;

it('wipes the body of a request that could not be sent', async () => {
  let bytes: Uint8Array | undefined;
  const dispatcher = {
    dispatch: ({ body }: Dispatcher.DispatchOptions) => {
      bytes = body as Buffer;
      expect(Buffer.from(bytes).toString()).toBe('{"password":"x"}');
      throw new Error('an invalid header');
    },
  } as unknown as Dispatcher;
  const end = new CallEnd(1_000, undefined);
  const failed = await sendOnce(dispatcher, { ...attempt, body: '{"password":"x"}', end });
  end.dispose();
  expect(failed).toMatchObject({ what: 'error', sent: false });
  expect(bytes?.every((byte) => byte === 0)).toBe(true);
});
