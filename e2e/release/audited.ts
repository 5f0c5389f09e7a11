/** A real server of one test with an audit log: a request missing from the log was not made. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, startDevVault, type VaultServer } from '../servers/index.ts';

export interface Audited {
  readonly server: VaultServer;
  /** Every answered request, as `read secret/data/x`. */
  readonly requests: () => readonly string[];
  readonly stop: () => Promise<void>;
}

interface AuditLine {
  readonly type: string;
  readonly request: { readonly operation: string; readonly path: string };
}

/** Starts the server with its audit log. */
export async function startAudited(): Promise<Audited> {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-audit-'));
  const log = join(folder, 'audit.log');
  const server = await startDevVault();
  await must(server, 'PUT', 'sys/audit/file', { type: 'file', options: { file_path: log } });
  return {
    server,
    requests: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        // A line without its line break is still being written.
        .slice(0, -1)
        .map((line) => JSON.parse(line) as AuditLine)
        .filter(({ type }) => type === 'response')
        .map(({ request }) => `${request.operation} ${request.path}`),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
