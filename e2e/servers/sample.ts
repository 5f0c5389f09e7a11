/** Content of the sample server: enough of every kind, including odd cases, to try the app. */
import { sampleEntries, samplePaymentEntries } from './sample-entries.ts';
import { encodePath, newKvMount, writeEntry } from './seed.ts';
import type { KvMount } from './seed.ts';
import { must, textAt } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';

/** Credentials to try there, besides the root token. */
export interface Sample {
  /** A token wrapped around a small secret, valid for an hour. */
  readonly wrappingToken: string;
  readonly userpass: { readonly username: string; readonly password: string };
  readonly approle: { readonly roleId: string; readonly secretId: string };
}

const userpass = { username: 'ada', password: 'sample' };

/** Fills a dev server (which has KV v2 at `secret/`) with the sample; some 100 requests. */
export async function seedSample(server: Reachable): Promise<Sample> {
  const secret: KvMount = { path: 'secret/', version: 2 };
  const payments = await newKvMount(server, 2, 'team-payments/kv');
  const legacy = await newKvMount(server, 1, 'legacy');
  for (const [path, data] of sampleEntries) await writeEntry(server, secret, path, data);
  for (const [path, data] of samplePaymentEntries) await writeEntry(server, payments, path, data);
  await seedLegacy(server, legacy);
  await seedVersions(server, secret);
  await seedMetadata(server);
  await seedAccess(server);
  await seedOtherEngines(server);
  const wrapped = await must(
    server,
    'POST',
    'sys/wrapping/wrap',
    { note: 'Handed over in an envelope.' },
    {
      'X-Vault-Wrap-TTL': '1h',
    },
  );
  return {
    wrappingToken: textAt(wrapped, 'wrap_info', 'token'),
    userpass,
    approle: {
      roleId: textAt(await must(server, 'GET', 'auth/approle/role/deployer/role-id'), 'data', 'role_id'),
      secretId: textAt(
        await must(server, 'POST', 'auth/approle/role/deployer/secret-id'),
        'data',
        'secret_id',
      ),
    },
  };
}

async function seedLegacy(server: Reachable, legacy: KvMount): Promise<void> {
  await writeEntry(server, legacy, 'ftp', {
    host: 'ftp.legacy.example',
    user: 'upload',
    password: 'correct horse',
  });
  // KV v1 keeps 64-bit integers exactly; KV v2 stores float64.
  await writeEntry(server, legacy, 'counters/ledger', '{"last_id":9223372036854775807,"unit":"cents"}');
  await writeEntry(server, legacy, 'counters/stock', '{"last_id":9007199254740993}');
  await must(server, 'POST', 'cubbyhole/note', { reminder: 'Only this token sees its cubbyhole.' });
}

/** Several versions, one deleted, one destroyed, and an entry whose latest version is deleted. */
async function seedVersions(server: Reachable, secret: KvMount): Promise<void> {
  for (const password of ['spring', 'summer', 'autumn', 'winter', 'p4ss w0rd +%&=']) {
    await writeEntry(server, secret, 'apps/web/database', {
      host: 'db.internal.example',
      port: 5432,
      user: 'web',
      password,
      tls: { mode: 'verify-full', ca: null },
    });
  }
  await must(server, 'POST', 'secret/delete/apps/web/database', { versions: [2] });
  await must(server, 'POST', 'secret/destroy/apps/web/database', { versions: [1] });
  await writeEntry(server, secret, 'apps/web/retired', { token: 'no longer used' });
  await must(server, 'DELETE', 'secret/data/apps/web/retired');
}

async function seedMetadata(server: Reachable): Promise<void> {
  await must(server, 'POST', 'secret/metadata/apps/web/database', {
    max_versions: 10,
    custom_metadata: { owner: 'web team', rotated: 'every quarter', runbook: 'https://wiki.example/db' },
  });
  await must(server, 'POST', 'team-payments/kv/metadata/stripe', {
    cas_required: true,
    custom_metadata: { owner: 'payments' },
  });
}

async function seedAccess(server: Reachable): Promise<void> {
  await must(server, 'PUT', 'sys/policies/acl/web-reader', {
    policy:
      '# May read what the web team runs on.\npath "secret/data/apps/web/*" { capabilities = ["read"] }\npath "secret/metadata/apps/web/*" { capabilities = ["list", "read"] }\n',
  });
  await must(server, 'PUT', 'sys/policies/acl/payments-admin', {
    policy:
      'path "team-payments/kv/*" { capabilities = ["create", "read", "update", "delete", "list", "patch"] }\n',
  });
  await must(server, 'POST', 'sys/auth/userpass', { type: 'userpass' });
  await must(server, 'POST', `auth/userpass/users/${userpass.username}`, {
    password: userpass.password,
    token_policies: ['web-reader'],
  });
  await must(server, 'POST', 'sys/auth/approle', { type: 'approle' });
  await must(server, 'POST', 'auth/approle/role/deployer', {
    token_policies: ['payments-admin'],
    secret_id_ttl: '24h',
    token_ttl: '1h',
  });
}

/** Engines that the tree lists but never reads on selection. */
async function seedOtherEngines(server: Reachable): Promise<void> {
  await must(server, 'POST', 'sys/mounts/pki', {
    type: 'pki',
    description: 'Certificates of internal hosts',
  });
  await must(server, 'POST', 'pki/root/generate/internal', {
    common_name: 'Sample internal root',
    ttl: '700h',
  });
  await must(server, 'POST', 'pki/roles/internal-host', {
    allowed_domains: ['internal.example'],
    max_ttl: '72h',
  });
  await must(server, 'POST', 'sys/mounts/transit', { type: 'transit' });
  await must(server, 'POST', 'transit/keys/orders', {});
  await must(server, 'POST', `sys/mounts/${encodePath('team payments')}`, {
    type: 'kv',
    options: { version: '1' },
  });
}
