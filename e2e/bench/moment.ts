import { setTimeout as pause } from 'node:timers/promises';

/** Waits so that events hit every phase of a frame: the steps are not multiples of a frame. */
export async function atAnyMoment(time: number): Promise<void> {
  await pause(60 + ((time * 7) % 17));
}
