/** Names of the channels below the bridge. Known to preloads and main alone: a page sees methods, never a channel. */
import type { CallName, EventName } from '../../shared/ipc/contract.ts';

/** Channel of a call, e.g. `call:kv.read`. */
export function callChannel(name: CallName): string {
  return `call:${name}`;
}

/** Channel of an event, e.g. `event:session.closed`. */
export function eventChannel(name: EventName): string {
  return `event:${name}`;
}

export const cancelChannel = 'cancel';

/** Asks if a drag can be dropped into the page. */
export const dropChannel = 'drop';

/** Channels of the trusted view; registered on its own contents only. */
export const trustedChannels = {
  request: 'trusted:request',
  painted: 'trusted:painted',
  withdrawn: 'trusted:withdrawn',
  mayAnswer: 'trusted:may-answer',
  answer: 'trusted:answer',
  copy: 'trusted:copy',
  print: 'trusted:print',
  drawMark: 'trusted:draw-mark',
} as const;
