/** Pieces of shell text that both command-line forms share. */
import { shellWord } from '../../../shared/vault/shell-word.ts';
import type { CopiedRequest, SecretVariable } from './copied-request.ts';

/** A command over several lines: its words, each argument group on a line of its own. */
export function commandLine(groups: readonly string[]): string {
  return groups.join(' \\\n  ');
}

/** A here-document that hands a text over as it is; its end is a line that the text does not hold. */
export function hereDocument(text: string, name: string): { readonly start: string; readonly rest: string } {
  const lines = new Set(text.split('\n'));
  let end = name;
  while (lines.has(end)) end += '_';
  return { start: `<<'${end}'`, rest: `\n${text}\n${end}` };
}

/**
 * The command with a body on its standard input; secret fields are put into it by jq, which reads them from the
 * environment and not from its arguments.
 */
export function withBody(command: string, body: string, secrets: readonly SecretVariable[]): string {
  const { start, rest } = hereDocument(body, 'JSON');
  if (secrets.length === 0) return `${command} ${start}${rest}`;
  const filter = secrets
    .map(({ keys, variable }) => `setpath(${JSON.stringify(keys)}; env.${variable})`)
    .join(' | ');
  return `jq -c ${shellWord(filter)} ${start} |${rest}\n${command}`;
}

/** Lines of comment that say what must be there before the command is run. */
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
