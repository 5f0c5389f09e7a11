/** The credentials that the app was started with, in its environment. */
import { proxyPasswords } from './client-credentials.ts';

/** Variables whose value is a credential by its name. */
const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|PASSPHRASE|SECRET_ID|ACCESS_KEY|API_KEY|PRIVATE_KEY)$/;

/** Credentials of an environment: tokens and passwords by the names of their variables, and those of its proxies. */
export function credentialsOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (/proxy/i.test(name)) return proxyPasswords(value);
    return SECRET_NAME.test(name.toUpperCase()) ? [value, value.trim()] : [];
  });
}
