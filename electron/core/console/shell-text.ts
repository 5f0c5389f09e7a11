/** Pieces of shell text that both command-line forms share. */
import { shellWord } from '../../../shared/vault/shell-word.ts';
import type { CopiedRequest, SecretVariable } from './copied-request.ts';

/** Writes a command over several lines, each argument group on its own line. */
export function commandLine(groups: readonly string[]): string {
  return groups.join(' \\\n  ');
}

/** Makes a here-document with the exact text; its delimiter is not a line of the text. */
export function hereDocument(text: string, name: string): { readonly start: string; readonly rest: string } {
  const lines = new Set(text.split('\n'));
  let end = name;
  while (lines.has(end)) end += '_';
  return { start: `<<'${end}'`, rest: `\n${text}\n${end}` };
}

/** Adds a body on standard input. jq inserts the secret fields from the environment, not from its arguments. */
export function withBody(command: string, body: string, secrets: readonly SecretVariable[]): string {
  const { start, rest } = hereDocument(body, 'JSON');
  if (secrets.length === 0) return `${command} ${start}${rest}`;
  const filter = secrets
    .map(({ keys, variable }) => `setpath(${JSON.stringify(keys)}; env.${variable})`)
    .join(' | ');
  return `jq -c ${shellWord(filter)} ${start} |${rest}\n${command}`;
}

/** Comment lines that name the preconditions of the command. */
export function preparations({ secrets, withoutToken, connection }: CopiedRequest): string[] {
  const variables = [...(withoutToken ? [] : ['VAULT_TOKEN']), ...secrets.map(({ variable }) => variable)];
  return [
    ...(variables.length === 0 ? [] : [`# Export first: ${variables.join(', ')}`]),
    ...(connection.ownAuthority ? ['# VAULT_CACERT: the file of the authority this connection trusts'] : []),
    ...(connection.clientCertificate
      ? ['# VAULT_CLIENT_CERT and VAULT_CLIENT_KEY: the files of the client certificate']
      : []),
    ...(connection.headerNames.length === 0
      ? []
      : [`# This connection also sends: ${connection.headerNames.join(', ')}`]),
  ];
}
