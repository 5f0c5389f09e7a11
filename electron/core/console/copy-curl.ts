/** A request as a `curl` line for a POSIX shell. Token and body go through separate file descriptors. */
import { encodeApiPath } from '../../../shared/vault/path.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';
import { endpointOf } from '../../vault/http/address.ts';
import type { CopiedRequest } from './copied-request.ts';
import { commandLine, preparations, withBody } from './shell-text.ts';

export function copyAsCurl(copied: CopiedRequest): string {
  const { request, withoutToken, secrets, connection } = copied;
  const { method, path, query = {}, body, wrapTtl, wrapFormat, namespace } = request;
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const { origin, basePath, socketPath } = endpointOf(connection.address);
  const url = `${origin}${basePath}/v1/${encodeApiPath(path)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  const headers = [
    'X-Vault-Request: true',
    ...(namespace === undefined ? [] : [`X-Vault-Namespace: ${namespace}`]),
    ...(wrapTtl === undefined ? [] : [`X-Vault-Wrap-TTL: ${String(wrapTtl)}`]),
    ...(wrapFormat === undefined ? [] : [`X-Vault-Wrap-Format: ${wrapFormat}`]),
    ...(body === undefined
      ? []
      : [`Content-Type: application/${method === 'PATCH' ? 'merge-patch+json' : 'json'}`]),
  ];
  // Redirects are not followed: curl would send the token to their target.
  const groups = [
    `curl --silent --show-error --request ${method}`,
    ...(socketPath === undefined ? [] : [`--unix-socket ${shellWord(socketPath)}`]),
    ...headers.map((header) => `--header ${shellWord(header)}`),
    ...(withoutToken ? [] : ['--header @/dev/fd/3']),
    ...(connection.skipVerify ? ['--insecure'] : []),
    ...(connection.ownAuthority ? ['--cacert "$VAULT_CACERT"'] : []),
    ...(connection.clientCertificate ? ['--cert "$VAULT_CLIENT_CERT" --key "$VAULT_CLIENT_KEY"'] : []),
    ...(body === undefined ? [] : ['--data-binary @-']),
    shellWord(url),
  ];
  const command = commandLine(groups);
  const before = preparations(copied);
  if (withoutToken)
    return lines([...before, body === undefined ? command : withBody(command, body, secrets)]);
  // The here-document keeps the token out of every process's arguments, which others can see.
  const tokenTo = `3<<TOKEN`;
  const token = 'X-Vault-Token: $VAULT_TOKEN\nTOKEN';
  if (body === undefined) return lines([...before, `${command} ${tokenTo}`, token]);
  if (secrets.length > 0) return lines([...before, `${withBody(command, body, secrets)} ${tokenTo}`, token]);
  // Two here-documents follow one another in the order of their marks.
  const [head = '', ...rest] = splitAtBody(
    withBody(`${command} ${tokenTo}`, body, secrets),
    command,
    tokenTo,
  );
  return lines([...before, head, token, ...rest]);
}

/** Separates the command line from the document after it. */
function splitAtBody(text: string, command: string, tokenTo: string): string[] {
  const end = text.indexOf('\n', command.length + 1 + tokenTo.length);
  return [text.slice(0, end), text.slice(end + 1)];
}

function lines(parts: readonly string[]): string {
  return parts.join('\n');
}
