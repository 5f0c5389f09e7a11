import { setTimeout as pause } from 'node:timers/promises';

/** Waits so that events meet every phase of a frame: steps that are no multiple of one. */
export async function atAnyMoment(time: number): Promise<void> {
  await pause(60 + ((time * 7) % 17));
}
