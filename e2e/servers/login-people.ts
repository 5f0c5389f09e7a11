import { randomBytes } from 'node:crypto';

/** Who may log in at a directory server: password by user name. */
export type People = Readonly<Record<string, string>>;

/** Alice and Bob with passwords that occur nowhere else, so that a test can look for them. */
export function newPeople(): People & { readonly alice: string; readonly bob: string } {
  const password = (): string => `pass word-${randomBytes(9).toString('hex')}`;
  return { alice: password(), bob: password() };
}
