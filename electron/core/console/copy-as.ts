/**
 * Writes a console request for another tool. Every user of the machine can read a process's command line, so it
 * contains no credential and no body: the token comes from the environment (`VAULT_TOKEN`), secret fields from
 * variables named after them, and the body goes through standard input.
 */
import type { ConsoleRequest, CopyForm } from '../../../shared/vault/console.ts';
import type { CopiedConnection, CopiedRequest, SecretVariable } from './copied-request.ts';
import { copyAsCurl } from './copy-curl.ts';
import { copyAsHvac } from './copy-hvac.ts';
import { copyAsVault } from './copy-vault.ts';
import { keysOf } from './body-secrets.ts';
import { clientRequest, readRequest } from './typed-request.ts';

/** Writes a request for another tool. Throws `invalid-input`, `not-offered` if the tool cannot send it. */
export function copyAs(request: ConsoleRequest, form: CopyForm, connection: CopiedConnection): string {
  const variables = secretVariables(request);
  // The other tool fills in the secret fields.
  const { secrets: _cards, ...plain } = request;
  const typed = readRequest(plain, connection.address, () => '');
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
