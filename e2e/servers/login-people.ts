import { randomBytes } from 'node:crypto';

/** Users of a directory server: password by user name. */
export type People = Readonly<Record<string, string>>;

/** Alice and Bob with unique passwords, so that a test can search for them. */
export function newPeople(): People & { readonly alice: string; readonly bob: string } {
  const password = (): string => `pass word-${randomBytes(9).toString('hex')}`;
  return { alice: password(), bob: password() };
}
