/** Tests of features that Windows lacks: skipped there, each with a reason. */
import { it } from 'vitest';

/** Reason why a single test needs Unix. */
export type UnixOnly =
  | 'a shell: what is copied or written for one is read back by one'
  | 'modes of files: Windows has lists of rights instead'
  | 'places of Unix, such as /proc';

/** `it`, skipped on Windows. */
export function itOnUnix(_why: UnixOnly): typeof it {
  return process.platform === 'win32' ? (it.skip as typeof it) : it;
}
