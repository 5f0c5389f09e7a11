/** A node that is asked repeatedly shows a renewed certificate, although its connection never ends. */
import { expect, it } from 'vitest';
import { startRaftCluster } from '../../../e2e/servers/index.ts';
import type { ClientOptions } from '../../vault/http/types.ts';
import { createContact } from '../gates/contact.ts';
import { createShownCertificates } from '../gates/shown-certificates.ts';
import { lookAtNode } from './look.ts';
import { NodeClients } from './node-clients.ts';

it('shows a certificate that was renewed while it was watched', async () => {
  const cluster = await startRaftCluster({ nodes: 1, certificateDays: [11] });
  try {
    const options: ClientOptions = {
      address: cluster.address,
      namespace: '',
      timeoutMs: 5_000,
      confirmedOrigins: [],
      tls: { ca: [cluster.ca ?? ''], useSystemStore: false, skipVerify: false },
    };
    const contact = createContact({
      ask: () => Promise.resolve({ kind: 'cancel' }),
      isSaved: () => true,
      seen: { note: () => undefined, before: () => ({ firstContact: false, nameElsewhere: [] }) },
      shown: createShownCertificates(),
      certificateShown: () => Promise.resolve(undefined),
    });
    const clients = new NodeClients({ contact, guard: (client) => client }, 'health', 50);
    const daysLeft = async (): Promise<number> => {
      const look = await lookAtNode(await clients.client(options, cluster.address), { timeoutMs: 5_000 });
      return Math.round((Date.parse(look.chain[0]?.validTo ?? '') - Date.now()) / 86_400_000);
    };
    expect(await daysLeft()).toBe(11);
    cluster.nodes[0]?.certify(200);
    await expect.poll(daysLeft, { interval: 20, timeout: 20_000 }).toBe(200);
    clients.close();
  } finally {
    await cluster.stop();
  }
});
