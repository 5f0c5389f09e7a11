/** The server's own CLI as another client, like a colleague at a terminal. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverBinary } from './server-binary.ts';
import type { Product } from './server-binary.ts';

const run = promisify(execFile);

/** Runs `vault …` or `bao …` against a server, without the environment of the tests. Rejects if it fails. */
export async function vaultCli(
  address: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  product?: Product,
): Promise<string> {
  const { stdout } = await run(serverBinary(product), [...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', VAULT_ADDR: address, ...environment },
  });
  return stdout;
}
