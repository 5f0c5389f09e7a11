/** Credentials found in the environment and the home folder, read anew each time. */
import type { FileStore } from '../core/connection/files.ts';
import type { KnownCredentials } from '../core/credentials/known-credentials.ts';
import { findEnvironmentCredentials } from '../core/login/environment-credentials.ts';
import type { EnvironmentCredentialsWithToken } from '../core/login/environment-credentials.ts';
import type { Platform } from '../core/platform.ts';

/** Makes the finder; `known` has the tokens that were found last. */
export function makeEnvironmentFinder(
  { environment, homeFolder }: Pick<Platform, 'environment' | 'homeFolder'>,
  files: FileStore,
  known: Pick<KnownCredentials, 'keep'>,
): () => readonly EnvironmentCredentialsWithToken[] {
  let forgetFound: () => void = () => undefined;
  return () => {
    const found = findEnvironmentCredentials(environment, homeFolder, files);
    const forgetBefore = forgetFound;
    forgetFound = known.keep(found.flatMap(({ token }) => token ?? []));
    forgetBefore();
    return found;
  };
}
