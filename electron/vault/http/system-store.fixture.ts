/**
 * A process of its own that trusts the system's store, which the environment (`SSL_CERT_FILE`) can name for a whole
 * process only. Arguments: address, token and, optionally, a CA file. Prints `200`, or the reason of the refusal.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { createVaultClient } from './client.ts';
import { readTlsMaterial } from './tls.ts';

const [address = '', token = '', caPath] = process.argv.slice(2);
const material = await readTlsMaterial({
  useSystemStore: true,
  skipVerify: false,
  ...(caPath === undefined ? {} : { caPath }),
});
if (!material.ok) throw new AppFailure(material.error);
const client = createVaultClient({
  address,
  namespace: '',
  tls: material.value,
  timeoutMs: 15_000,
  confirmedOrigins: [],
});
try {
  process.stdout.write(String((await client.send({ method: 'GET', path: 'sys/mounts', token })).status));
} catch (failure) {
  if (!(failure instanceof AppFailure)) throw failure;
  const { error } = failure;
  process.stdout.write(error.kind === 'tls' ? error.reason : error.kind);
} finally {
  await client.close();
}
