/** A proxy that imitates a server with a wrong clock: in texts, in the seconds of health and in `Date`. */
import { answer, asSent, bodyOf, forward, listen } from './forwarding.ts';
import type { Listening, Target } from './forwarding.ts';

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Starts one whose clock is ahead by `aheadMs` milliseconds; negative: behind. */
export async function startClockProxy(target: Target, aheadMs: number): Promise<Listening> {
  const later = (time: string | number): number => new Date(time).getTime() + aheadMs;
  function shift(name: string, value: unknown): unknown {
    if (name === 'server_time_utc') return Number(value) + aheadMs / 1000;
    return typeof value === 'string' && TIME.test(value) ? new Date(later(value)).toISOString() : value;
  }
  return listen((request, response) => {
    void (async () => {
      const real = await forward(target, { ...asSent(request), body: await bodyOf(request) });
      const text = real.body.toString('utf8');
      const body = text.startsWith('{') ? Buffer.from(JSON.stringify(JSON.parse(text, shift))) : real.body;
      const date = new Date(later(Date.now())).toUTCString();
      answer(response, { ...real, body, headers: { ...real.headers, date } });
    })().catch(() => response.destroy());
  });
}
