/** A request as a Python program with hvac, the reference client. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { encodeApiPath } from '../../../shared/vault/path.ts';
import { endpointOf } from '../../vault/http/address.ts';
import type { CopiedRequest } from './copied-request.ts';

export function copyAsHvac({ request, isList, withoutToken, secrets, connection }: CopiedRequest): string {
  if (endpointOf(connection.address).socketPath !== undefined)
    throw new AppFailure({
      kind: 'not-offered',
      message: 'hvac does not speak over a socket.',
      hint: 'Copy it as curl instead.',
    });
  const { method, path, query = {}, body, wrapTtl, wrapFormat, namespace } = request;
  const verify = connection.skipVerify
    ? ', verify=False'
    : connection.ownAuthority
      ? `, verify=os.environ['VAULT_CACERT']`
      : '';
  const certificate = connection.clientCertificate
    ? `, cert=(os.environ['VAULT_CLIENT_CERT'], os.environ['VAULT_CLIENT_KEY'])`
    : '';
  const token = withoutToken ? `''` : `os.environ['VAULT_TOKEN']`;
  const inNamespace = namespace === undefined ? '' : `, namespace=${pythonText(namespace)}`;
  const at = pythonText(encodeApiPath(path));
  const asked = Object.entries(query).filter(([name]) => !(isList && name === 'list'));
  const plain = asked.length === 0 && wrapTtl === undefined && body === undefined;

  const setting = [
    ...(wrapTtl === undefined ? [] : [`wrap_ttl=${pythonText(String(wrapTtl))}`]),
    ...(Object.keys(query).length === 0 ? [] : [`params=${pythonMap(query)}`]),
    ...(wrapFormat === undefined ? [] : [`headers={'X-Vault-Wrap-Format': 'jwt'}`]),
    ...(body === undefined ? [] : patchable(method)),
  ];
  const call = plain
    ? simple(method, isList, at)
    : `client.adapter.request(${[pythonText(method.toLowerCase()), `'/v1/' + ${at}`, ...setting].join(', ')})`;
  return [
    '#!/usr/bin/env python3',
    ...(connection.headerNames.length === 0
      ? []
      : [`# This connection also sends: ${connection.headerNames.join(', ')}`]),
    'import json',
    'import os',
    '',
    'import hvac',
    '',
    `client = hvac.Client(url=${pythonText(connection.address)}, token=${token}${inNamespace}${verify}${certificate})`,
    ...(body === undefined ? [] : [`body = json.loads(${pythonText(body)})`]),
    ...secrets.map(({ keys, variable }) => {
      const [last = '', ...above] = keys.toReversed();
      const into = above.toReversed().map((key) => `.setdefault(${pythonText(key)}, {})`);
      return `body${into.join('')}[${pythonText(last)}] = os.environ[${pythonText(variable)}]`;
    }),
    `answer = ${call}`,
    `print(answer.text if hasattr(answer, 'text') else json.dumps(answer, indent=2))`,
  ].join('\n');
}

function patchable(method: string): string[] {
  return method === 'PATCH'
    ? ['data=json.dumps(body)', `headers={'Content-Type': 'application/merge-patch+json'}`]
    : ['json=body'];
}

/** Requests that hvac has its own methods for. */
function simple(method: string, isList: boolean, at: string): string {
  if (method === 'GET') return isList ? `client.list(${at})` : `client.read(${at})`;
  if (method === 'DELETE') return `client.delete(${at})`;
  return `client.adapter.request(${pythonText(method.toLowerCase())}, '/v1/' + ${at})`;
}

function pythonMap(map: Readonly<Record<string, string>>): string {
  return `{${Object.entries(map)
    .map(([name, value]) => `${pythonText(name)}: ${pythonText(value)}`)
    .join(', ')}}`;
}

/** A Python string literal that reads back as exactly this text. */
export function pythonText(text: string): string {
  const inside = text.replace(/[\\'\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\\' || character === "'") return `\\${character}`;
    if (character === '\n') return '\\n';
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff
      ? `\\U${code.toString(16).padStart(8, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `'${inside}'`;
}
