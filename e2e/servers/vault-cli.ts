/** The server's own command line as another client: what a colleague at a terminal does. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverBinary } from './server-binary.ts';

const run = promisify(execFile);

/** Runs `vault …` against a server, without the environment of the tests. Rejects where it ends with a failure. */
export async function vaultCli(
  address: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await run(serverBinary(), [...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', VAULT_ADDR: address, ...environment },
  });
  return stdout;
}
