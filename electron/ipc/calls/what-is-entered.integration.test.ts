/** Prompts for a value that goes to a server: they name the request that carries it, and no other carries it. */
import { beforeAll, expect, it } from 'vitest';
import { must, startRecordingProxy, startSealedVault, wrappedData } from '../../../e2e/servers/index.ts';
import type { RecordingProxy, SealedVault } from '../../../e2e/servers/index.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { placeOf } from './ceremonies.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { session, stopping } = useTestApps();
let vault: SealedVault;
let proxy: RecordingProxy;

beforeAll(async () => {
  vault = stopping(await startSealedVault());
  await vault.unseal();
  proxy = stopping(await startRecordingProxy(vault));
});

/** A call that asks for a value, and the user's input. */
interface Entering {
  readonly entered: string;
  readonly run: () => Promise<unknown>;
}

type At = { readonly app: TestApp; readonly where: Where & { readonly sessionId: string } };

const entering: readonly (readonly [name: string, prepare: (at: At) => Promise<Entering>])[] = [
  [
    'a value to hash',
    async ({ app, where }) => {
      const device = { type: 'file', options: { file_path: 'discard' } };
      await must(vault, 'POST', 'sys/audit/nowhere', device);
      return { entered: 'CANARY', run: () => app.must('audit.hash', { ...where, path: 'nowhere' }) };
    },
  ],
  [
    'a wrapping token',
    async ({ app, where }) => {
      const { token } = await wrappedData({ a: 'b' }, vault);
      const run = async () => {
        const { secretRef } = await app.must('wrapping.take', { where, from: 'typed' });
        await app.must('wrapping.lookup', { where, secretRef });
      };
      return { entered: token, run };
    },
  ],
  [
    'a share for a ceremony',
    async ({ app, where }) => {
      const options = {
        ceremony: 'rekey' as const,
        shares: 1,
        threshold: 1,
        pgpKeys: [],
        verify: true,
        backup: false,
      };
      app.answers.push('');
      const { nonce } = (await app.must('ceremony.begin', { where, options })).status;
      const run = () => app.must('ceremony.giveShare', { where, ceremony: 'rekey', nonce });
      return { entered: vault.shares[0] ?? '', run };
    },
  ],
  [
    'an unseal key',
    async ({ app }) => {
      await must(vault, 'PUT', 'sys/seal');
      const run = () => app.must('ceremony.unseal', { where: placeOf(proxy.address), more: [] });
      return { entered: vault.shares[0] ?? '', run };
    },
  ],
];

it.each(entering)('the prompt for %s names the request that carries it @entered', async (_what, prepare) => {
  const { app, sessionId } = await session(proxy, vault.rootToken);
  const { entered, run } = await prepare({ app, where: { sessionId } });
  app.answers.length = 0;
  app.asked.length = 0;
  proxy.clear();
  app.answers.push({ share: entered, input: entered, token: entered });
  await run();
  const carriers = proxy.requests.filter(({ body }) => body.includes(entered));
  expect(carriers).toHaveLength(1);
  const said = carriers.map(({ method, url }) => ({ name: 'Request', value: `${method} ${url}` }));
  expect(app.asked).toMatchObject([{ kind: 'enter-fields' }]);
  const facts = app.asked.flatMap((prompt) => ('facts' in prompt ? (prompt.facts ?? []) : []));
  expect(facts.filter(({ name }) => name === 'Request')).toEqual(said);
});
