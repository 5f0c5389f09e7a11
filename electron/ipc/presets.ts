/** Facts that most rows share, to be spread into one. A row with another value of one of these states all of them. */
import { aPlace, aSession } from './about.ts';

/** A read that asks nothing and is refused while the app is locked. */
export const reads = { effect: 'read', whenLocked: 'refused', asks: 'nothing' } as const;

/** A read that asks nothing and is answered while the app is locked, too. */
export const readsWhenLocked = { effect: 'read', whenLocked: 'answered', asks: 'nothing' } as const;

/** A change on a server, which can ask for confirmation. */
export const writes = { effect: 'write', whenLocked: 'refused', asks: ['confirm'] } as const;

/** `reads`, about a session of the page. */
export const readsOfSession = { ...reads, about: aSession } as const;

/** `writes`, about a session of the page. */
export const writesOfSession = { ...writes, about: aSession } as const;

/** Prompts that a first contact with a server can open. */
export const toConnect = ['enter-passphrase', 'enter-fields', 'confirm-trust'] as const;

/** A read about a session or a server without a login, which is contacted for it. */
export const readsOfPlace = { ...reads, about: aPlace, asks: toConnect } as const;

/** A change on such a server, which can ask for confirmation. */
export const writesOfPlace = { ...writes, about: aPlace, asks: ['confirm', ...toConnect] } as const;
