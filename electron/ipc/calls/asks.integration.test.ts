/**
 * The prompts that a row states are those its call opens: each connecting call opens each, and stops if the prompt is
 * closed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  encryptedKey,
  issueCertificate,
  makeAuthority,
  startRecordingProxy,
  startSealedVault,
  temporaryFolder,
} from '../../../e2e/servers/index.ts';
import type { CallName } from '../../../shared/ipc/contract.ts';
import type { TrustedRequest } from '../../../shared/ipc/trusted-contract.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { calls } from './index.ts';
import { targetAt } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();
const vault = stopping(await startSealedVault());
const proxy = stopping(await startRecordingProxy(vault));
const folder = temporaryFolder('asks');
stopping({ stop: () => Promise.resolve(folder.remove()) });

/** An app, and a target that it cannot connect to before the prompt is answered, by prompt. */
const settings: Partial<
  Record<TrustedRequest['kind'], () => Promise<{ readonly app: TestApp; readonly target: ConnectionTarget }>>
> = {
  'confirm-trust': () =>
    Promise.resolve({ app: newApp({ contact: 'ask' }), target: targetAt(proxy.address) }),
  'enter-fields': async () => {
    // The value of a header lasts for one run without a keychain.
    const before = newApp();
    const headers = await before.headers(proxy.address, { 'X-Gateway': 'of-an-earlier-run' });
    before.answers.push('');
    const saved = { ...targetAt(proxy.address, { headers }), name: 'Payments', colour: 'red' } as const;
    await before.must('profile.save', saved);
    return { app: newApp({ dataFolder: before.dataFolder }), target: targetAt(proxy.address, { headers }) };
  },
  'enter-passphrase': async () => {
    const client = issueCertificate(makeAuthority(), { usage: 'client' });
    const [certificate, key] = [join(folder.path, 'client.pem'), join(folder.path, 'sealed-key.pem')];
    writeFileSync(certificate, client.cert);
    writeFileSync(key, encryptedKey(client, 'sesame'));
    const app = newApp({ files: [certificate, key] });
    const tls = {
      useSystemStore: false,
      skipVerify: false,
      clientCertificate: await app.must('connection.chooseFile', { purpose: 'client-certificate' }),
      clientKey: await app.must('connection.chooseFile', { purpose: 'client-key' }),
    };
    return { app, target: targetAt(proxy.address.replace('http:', 'https:'), { tls }) };
  },
};

/** A well-formed input of a call about a place, requested by the user. */
function inputAt(name: CallName, target: ConnectionTarget): object {
  const good = { ...goodInputs[name], ...(name === 'login.methods' && { asked: true }) };
  return 'where' in good ? { ...good, where: { target, name: 'Payments' } } : { ...good, target };
}

/** Calls whose first prompt is another one, or which ask only behind one: a test of their own opens these. */
const elsewhere = [
  // The prompt for the token is the confirmation.
  ...['session.open confirm-trust', 'wrapping.take confirm-trust'],
  // A token is taken at the place of its use, which has been connected to by then: only a later connection asks
  // again.
  ...['wrapping.lookup', 'wrapping.unwrap', 'wrapping.rewrap'].flatMap((name) =>
    ['enter-passphrase', 'enter-fields', 'confirm-trust'].map((kind) => `${name} ${kind}`),
  ),
  // The typed field is the share.
  'ceremony.unseal enter-fields',
  // An unconfirmed node is not asked for a share; the node confirmed here is not the connection's own.
  ...[
    'ceremony.unseal confirm-trust',
    'ceremony.resetUnseal confirm-trust',
    'ceremony.confirmNode enter-fields',
  ],
];

const connecting = Object.values(calls).flatMap(({ name, asks }) => {
  const good = goodInputs[name];
  if (asks === 'nothing' || !('where' in good || 'target' in good)) return [];
  return asks.flatMap((kind) =>
    settings[kind] === undefined || elsewhere.includes(`${name} ${kind}`) ? [] : [[name, kind] as const],
  );
});

it.each(connecting)(
  '%s opens the prompt %s, and sends nothing where it is closed @asks-opened',
  async (name, kind) => {
    const setting = await settings[kind]?.();
    if (setting === undefined) throw new Error(`nothing opens ${kind}`);
    const { app, target } = setting;
    app.clipboard.text = `hvs.${'A'.repeat(92)}`;
    proxy.clear();
    const result = await app.begin(name, inputAt(name, target)).result;
    expect(new Set(app.asked.map((asked) => asked.kind)), JSON.stringify(result)).toContain(kind);
    expect(proxy.requests).toEqual([]);
  },
);
