/** Credentials that a client sends or opens files with, besides a token, and those of the app's environment. */
import type { ClientOptions, SentHeader } from '../../vault/http/types.ts';
import { valuesOf } from '../../vault/http/extra-headers.ts';

/** Headers whose value is a key, however short. */
const KEY_HEADER = /auth|cookie|token|key|secret|pass|session|jwt|signature/i;

/** A longer value of any other header counts as a key, too. */
const LONGEST_NAME = 16;

/** Credentials of a client: a passphrase, values of extra headers, a proxy's password. */
export function credentialsOfClient({ tls, headers = [], proxy, address }: ClientOptions): readonly string[] {
  return [
    ...(tls.passphrase === undefined ? [] : [tls.passphrase]),
    ...credentialsOfHeaders(headers, address),
    ...(proxy === undefined ? [] : proxyPasswords(proxy)),
  ];
}

/** Extra header values for this origin that are to be redacted everywhere. */
export function credentialsOfHeaders(headers: readonly SentHeader[], address: string): readonly string[] {
  const secret = headers.filter(
    ({ name, value }) =>
      (KEY_HEADER.test(name) || value.length > LONGEST_NAME) && !address.includes(value.toLowerCase()),
  );
  const basic = secret.flatMap(({ name, value }) =>
    name.toLowerCase() === 'authorization' ? passwordsIn(value.replace(/^basic +/i, '')) : [],
  );
  return [...valuesOf(secret), ...basic];
}

/** Password in a proxy address, encoded and decoded; empty without one. */
export function proxyPasswords(proxy: string): readonly string[] {
  const { password = '' } = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`) ?? {};
  return password === '' ? [] : [password, decoded(password)];
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    // A bare percent sign: the password is not encoded.
    return password;
  }
}

/** Variables whose name marks the value as a credential. */
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

function passwordsIn(basic: string): readonly string[] {
  const decoded = Buffer.from(basic, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? [] : [decoded, decoded.slice(colon + 1)];
}
