/** A real server of a test's own that writes down who asked it for what: what it has not written was not asked. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, startDevVault, type VaultServer } from '../servers/index.ts';

export interface Audited {
  readonly server: VaultServer;
  /** Every request that it has answered, as `read secret/data/x`. */
  readonly requests: () => readonly string[];
  readonly stop: () => Promise<void>;
}

interface AuditLine {
  readonly type: string;
  readonly request: { readonly operation: string; readonly path: string };
}

/** Starts it, and its audit log. */
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
        // What has no end of line yet is being written.
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
