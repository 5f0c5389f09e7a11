/** Tests of what Windows has not: they are skipped there, and each says what that is. */
import { it } from 'vitest';

/** Why a single test needs Unix. */
export type UnixOnly =
  | 'a shell: what is copied or written for one is read back by one'
  | 'modes of files: Windows has lists of rights instead'
  | 'places of Unix, such as /proc';

/** `it`, where this system has it. */
export function itOnUnix(_why: UnixOnly): typeof it {
  return process.platform === 'win32' ? (it.skip as typeof it) : it;
}
