/** Requests under way and the versions that a server has run (`sys/in-flight-req`, `sys/version-history`). */
import type { InFlight, InstalledVersion } from '../../../shared/vault/server-work.ts';
import { mostInFlight } from '../../../shared/vault/server-work.ts';
import { ask, listing, reading } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, dataOf } from './fields.ts';

/** Requests under way, this one among them. */
export async function inFlightRequests(caller: Caller): Promise<InFlight> {
  const answer = await ask(caller, { ...reading('sys/in-flight-req'), large: true });
  const top = asObject(answer.json());
  // The server's answer has no envelope.
  const requests = Object.entries(asObject(top['data'] ?? top)).map(([id, value]) => {
    const request = asObject(value);
    return {
      id,
      method: asText(request['request_method']),
      path: asText(request['request_path']).replace(/^\/?v1\//, ''),
      client: asText(request['client_remote_address']),
      since: asText(request['start_time']),
    };
  });
  const oldestFirst = requests.sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
  const date = answer.headers['date'];
  const toldMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return {
    requests: oldestFirst.slice(0, mostInFlight),
    count: oldestFirst.length,
    at: new Date(Number.isNaN(toldMs) ? Date.now() : toldMs).toISOString(),
  };
}

/** Versions that this cluster has run, the latest first. */
export async function versionHistory(caller: Caller): Promise<readonly InstalledVersion[]> {
  const answer = await ask(caller, listing('sys/version-history'));
  const data = dataOf(answer);
  return Object.entries(asObject(data['key_info']))
    .map(([version, value]) => {
      const info = asObject(value);
      return {
        version,
        installed: asText(info['timestamp_installed']),
        built: asText(info['build_date']),
        previous: asText(info['previous_version']),
      };
    })
    .sort((a, b) => (a.installed < b.installed ? 1 : -1));
}
