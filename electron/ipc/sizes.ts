/**
 * Size limits of inputs; apart from `call.ts`, because the runner is loaded before any row and its schema library.
 */

/** Bytes that most inputs stay far below. */
export const defaultMaxBytes = 64 * 1024;

/** The client's largest body (32 MiB) as UTF-16, with its wrapping: the limit for a call with a whole entry. */
export const wholeEntryBytes = 2 * 34 * 1024 * 1024;
