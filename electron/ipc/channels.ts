/** Names of the channels below the bridge. Known to preloads and main alone: a page sees methods, never a channel. */

/** Carries a name, an input and a call id. */
export const callChannel = 'call';

/** Carries a name and a payload to the page. */
export const eventChannel = 'event';

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
