/**
 * login-requests: number of requests from "Connect" until the session is usable and quiet. They are counted on the
 * wire, by a proxy that changes nothing; the app's background requests right after count too. The query on each new
 * connection (which cluster it leads to) depends on connections and is not counted.
 *
 * Correct: the mounts are on screen, every request was answered, and only those before the token lack it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startRecordingProxy, type RecordedRequest } from '../servers/index.ts';
import type { CrowdedServer } from './crowd.ts';
import { startSession } from './journey.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';

const ROUNDS = 10;
/** The session is quiet after this time without a request. */
const QUIET_MS = 1_500;

/** Requests; against 6. */
export async function loginRequests(ours: Program, server: CrowdedServer): Promise<Part> {
  const counts: number[] = [];
  let notes: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const requests = await requestsOfLogin(ours, server);
    counts.push(requests.length);
    notes = requests.map(
      ({ method, url, status }) => `${method} ${url.split('?')[0] ?? ''} ${String(status)}`,
    );
  }
  return {
    measured: {
      name: 'login-requests',
      unit: '',
      ours: Math.max(...counts),
      reference: 6,
      referenceName: '6',
      budget: 1,
      n: counts.length,
    },
    notes,
  };
}

async function requestsOfLogin(ours: Program, server: CrowdedServer): Promise<readonly RecordedRequest[]> {
  const proxy = await startRecordingProxy(server);
  try {
    const { app } = await startSession(ours, { address: proxy.address, rootToken: server.rootToken });
    try {
      for (let seen = -1; seen !== proxy.requests.length;) {
        seen = proxy.requests.length;
        await pause(QUIET_MS);
      }
    } finally {
      await app.close();
    }
    const requests = [...proxy.requests];
    const withToken = requests.findIndex(({ headers }) => headers['x-vault-token'] === server.rootToken);
    const late = requests.slice(withToken).find(({ headers }) => headers['x-vault-token'] === undefined);
    if (withToken === -1) throw new Error('no request carried the token');
    const wrong = requests.find(({ status }) => status === undefined || status >= 400) ?? late;
    if (wrong)
      throw new Error(`${wrong.method} ${wrong.url} was answered ${String(wrong.status)}, or had no token`);
    return requests;
  } finally {
    await proxy.stop();
  }
}
