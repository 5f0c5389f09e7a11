/** A key ceremony from another client's side, bypassing the app, at the API paths of the product. */
import { factsOf } from './product-facts.ts';
import type { SharedCeremony } from './product-facts.ts';
import { at, must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';
import { vaultCli } from './vault-cli.ts';

/** Takes part in a ceremony of a server of the run's product. */
export function ceremonyAt(server: Reachable, ceremony: SharedCeremony) {
  const { family, beginning, command } = factsOf().ceremonies[ceremony];
  // The paths that need a token wrap their response in `data`.
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await must(server, method, path, body);
    return at(answer, 'data') ?? answer;
  };
  const status = () => send('GET', beginning);
  return {
    status,
    nonce: async () => textAt(await status(), 'nonce'),
    /** Returns its nonce. */
    begin: async (body: object = {}) => textAt(await send('PUT', beginning, body), 'nonce'),
    give: (key: string, nonce: string) => send('PUT', `${family}/update`, { key, nonce }),
    /** Submits a share with the server's own CLI. */
    type: async (key: string, ...options: readonly string[]) =>
      vaultCli(server.address, [...command, ...options, key], { VAULT_TOKEN: server.rootToken }),
    verificationNonce: async () => textAt(await send('GET', `${family}/verify`), 'nonce'),
    verify: (key: string, nonce: string) => send('PUT', `${family}/verify`, { key, nonce }),
    cancel: async (nonce?: string) => send('DELETE', beginning, nonce === undefined ? {} : { nonce }),
  };
}
