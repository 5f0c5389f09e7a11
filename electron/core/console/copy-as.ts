/**
 * A request of the console written for another tool. What a line says can be read by everybody on the machine, so no
 * credential and no body stands in it: the token comes from the environment (`VAULT_TOKEN`), secret fields from
 * variables named after them, and the body goes through standard input.
 */
import type { ConsoleRequest, CopyForm } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { copyAsCurl } from './copy-curl.ts';
import { copyAsHvac } from './copy-hvac.ts';
import { copyAsVault } from './copy-vault.ts';
import { keysOf } from './body-secrets.ts';
import { clientRequest, readRequest } from './typed-request.ts';
import type { VaultRequest } from '../../vault/http/types.ts';

/** The connection that a request would be sent over, as far as another tool must know it. */
export interface CopiedConnection {
  readonly origin: string;
  /** Empty: root. */
  readonly namespace: string;
  readonly skipVerify: boolean;
  /** Authorities of its own are trusted: the other tool needs their file. */
  readonly ownAuthority: boolean;
  readonly clientCertificate: boolean;
  /** Names of headers that this connection adds; their values may be credentials. */
  readonly headerNames: readonly string[];
  readonly program: 'vault' | 'bao';
  readonly mounts: readonly Mount[];
}

/** A secret field of the body and the variable that its value is read from. */
export interface SecretVariable {
  readonly keys: readonly string[];
  readonly variable: string;
}

/** What every form is written from. */
export interface CopiedRequest {
  readonly request: Omit<VaultRequest, 'token'>;
  readonly isList: boolean;
  readonly withoutToken: boolean;
  readonly secrets: readonly SecretVariable[];
  readonly connection: CopiedConnection;
}

/** Writes a request for another tool. Throws `invalid-input` where it is none, `not-offered` where the tool has no way to ask it. */
export function copyAs(request: ConsoleRequest, form: CopyForm, connection: CopiedConnection): string {
  const variables = secretVariables(request);
  // The other tool puts the secret fields in.
  const { secrets: _cards, ...plain } = request;
  const typed = readRequest(plain, connection.origin, () => '');
  const sent = clientRequest(plain, typed);
  const copied: CopiedRequest = {
    request: {
      ...sent,
      ...(variables.length > 0 && sent.body === undefined ? { body: '{}' } : {}),
      ...(sent.namespace === undefined && connection.namespace !== ''
        ? { namespace: connection.namespace }
        : {}),
    },
    isList: request.method === 'LIST',
    withoutToken: request.withoutToken === true,
    secrets: variables,
    connection,
  };
  switch (form) {
    case 'curl':
      return copyAsCurl(copied);
    case 'vault':
      return copyAsVault(copied);
    case 'hvac':
      return copyAsHvac(copied);
  }
}

function secretVariables({ secrets = [] }: ConsoleRequest): SecretVariable[] {
  const taken = new Set<string>();
  return secrets.map(({ pointer }) => {
    const keys = keysOf(pointer);
    const base = `SECRET_${keys.join('_').replace(/\W+/g, '_').toUpperCase()}`;
    let variable = base;
    for (let count = 2; taken.has(variable); count++) variable = `${base}_${String(count)}`;
    taken.add(variable);
    return { keys, variable };
  });
}
