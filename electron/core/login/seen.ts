/**
 * Compares the server at a connection's last use with the current one. Differences are shown before a token is sent:
 * a renewed certificate is normal, another issuer or another cluster behind the same address can be a foreign server.
 * An issuer's name is easily copied, so it proves nothing if the certificate was not verified.
 */
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

/** The differences, each in one sentence or two; empty at a first login. The gravest comes first. */
export function differencesFrom(seen: SeenServer | undefined, now: SeenServer): readonly string[] {
  if (seen === undefined) return [];
  return [clusterDifference(seen, now), certificateDifference(seen, now)].filter(
    (difference) => difference !== undefined,
  );
}

/** Describes a change of the cluster, as far as both servers name theirs; undefined if it is the same. */
export function clusterDifference(
  seen: Pick<SeenServer, 'clusterId' | 'clusterName'>,
  now: Pick<SeenServer, 'clusterId' | 'clusterName'>,
): string | undefined {
  if (seen.clusterId === '' || seen.clusterId === now.clusterId) return undefined;
  if (now.clusterId === '')
    return `The server no longer says to which cluster it belongs; at your last login it was ${cluster(seen)}.`;
  return (
    `The server belongs to another cluster than at your last login: ${cluster(now)}; before ${cluster(seen)}. ` +
    'A new installation does that, and so does somebody else’s server behind the same address.'
  );
}

function certificateDifference(seen: SeenServer, now: SeenServer): string | undefined {
  if (seen.certificate === now.certificate) return undefined;
  if (now.certificate === '') return 'The connection was encrypted at your last login; now it is not.';
  if (seen.certificate === '')
    return `The connection is encrypted now, by a certificate issued by ${now.issuer}; at your last login it was not.`;
  const sameIssuer = seen.issuer === now.issuer;
  if (now.verified !== true)
    return (
      `The server shows another certificate than at your last login: issued by ${now.issuer} until ${day(now)}; ` +
      `before, by ${seen.issuer} until ${day(seen)}. It is not verified, so its names prove nothing: compare its SHA-256.`
    );
  if (sameIssuer && sameNames(seen, now))
    return (
      `The server’s certificate was renewed since your last login, by the same issuer (${now.issuer}) for the same ` +
      `names: it ends on ${day(now)}, the one before on ${day(seen)}.`
    );
  if (sameIssuer)
    return (
      `The server shows another certificate than at your last login, by the same issuer (${now.issuer}) but for other ` +
      `names: ${list(now)}; before ${list(seen)}.`
    );
  return (
    `The server shows another certificate than at your last login: issued by ${now.issuer} until ${day(now)}; before, ` +
    `by ${seen.issuer} until ${day(seen)}. Compare its SHA-256 with whoever runs the server.`
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

function day({ validTo }: SeenServer): string {
  return validTo.slice(0, 10);
}
