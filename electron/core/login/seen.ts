/**
 * Compares the server at a connection's last use with the current one. Differences are shown before a token is sent:
 * a renewed certificate is normal, another issuer or another cluster behind the same address can be a foreign server.
 * An issuer's name is easily copied, so it proves nothing if the certificate was not verified.
 */
import { info, notice, risk } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptNote } from '../../../shared/ipc/trusted-contract.ts';
import type { SeenServer } from '../../../shared/vault/connection.ts';
import type { Health } from '../../../shared/vault/server.ts';
import type { VaultClient } from '../../vault/http/types.ts';

/** The server as this client has met it; `client` must have connected before. */
export function seenNow(client: VaultClient, health: Health): SeenServer {
  const leaf = client.peerChain()[0];
  return {
    certificate: leaf?.sha256 ?? '',
    issuer: leaf?.issuer ?? '',
    validTo: leaf?.validTo ?? '',
    names: leaf?.names ?? [],
    verified: leaf !== undefined && !client.options.tls.skipVerify,
    clusterId: health.clusterId,
    clusterName: health.clusterName,
  };
}

/** The differences; empty at a first login. The gravest comes first. */
export function differencesFrom(seen: SeenServer | undefined, now: SeenServer): readonly PromptNote[] {
  if (seen === undefined) return [];
  return [clusterDifference(seen, now), certificateDifference(seen, now)].filter(
    (difference) => difference !== undefined,
  );
}

/** Describes a change of the cluster, as far as both servers name theirs; undefined if it is the same. */
export function clusterDifference(
  seen: Pick<SeenServer, 'clusterId' | 'clusterName'>,
  now: Pick<SeenServer, 'clusterId' | 'clusterName'>,
): PromptNote | undefined {
  if (seen.clusterId === '' || seen.clusterId === now.clusterId) return undefined;
  if (now.clusterId === '')
    return risk(`The server no longer names its cluster; at your last login it was ${cluster(seen)}.`);
  return risk(
    `Another cluster than at your last login: ${cluster(now)}, before ${cluster(seen)}. It is a new installation, or someone else’s server.`,
  );
}

function certificateDifference(seen: SeenServer, now: SeenServer): PromptNote | undefined {
  if (seen.certificate === now.certificate) return undefined;
  if (now.certificate === '') return risk('Encrypted at your last login, not any more.');
  if (seen.certificate === '') return info('Encrypted now; at your last login it was not.');
  const sameIssuer = seen.issuer === now.issuer;
  const other = 'The certificate changed since your last login';
  if (now.verified !== true) return risk(`${other}; compare its SHA-256 with the server operator’s.`);
  if (sameIssuer && sameNames(seen, now)) return info('Certificate renewed by the same issuer.');
  return sameIssuer
    ? notice(`${other}, by the same issuer for other names: ${list(now)}, before ${list(seen)}.`)
    : risk(
        `${other}: issued by ${now.issuer}, before by ${seen.issuer}. Compare its SHA-256 with the server operator’s.`,
      );
}

/** Records of older versions lack names; they count as the same. */
function sameNames(seen: SeenServer, now: SeenServer): boolean {
  if (seen.names === undefined || now.names === undefined) return true;
  const [before, after] = [new Set(seen.names), new Set(now.names)];
  return before.size === after.size && [...before].every((name) => after.has(name));
}

function list({ names = [] }: SeenServer): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length === 0 ? 'none' : names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function cluster({ clusterName, clusterId }: Pick<SeenServer, 'clusterId' | 'clusterName'>): string {
  return clusterName === '' ? clusterId : `“${clusterName}” (${clusterId})`;
}
