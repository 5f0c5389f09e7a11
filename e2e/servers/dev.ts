import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from './ports.ts';
import { factsOf } from './product-facts.ts';
import type { Product } from './server-binary.ts';
import { ask, forgetConnections, must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';
import { startVaultProcess, temporaryFolder, untilReady, withFreshPorts } from './vault-process.ts';

/** A running server; `stop` ends it and removes its files. */
export interface VaultServer extends Reachable {
  readonly pid: number;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** An audit device of type `file`, enabled from the start. */
export interface AuditFile {
  readonly path: string;
  /** `discard` writes nothing. */
  readonly file: string;
}

/** Stanza of a configuration file. */
function stanzaOf({ path, file }: AuditFile): string {
  return `audit "file" "${path}" {\n  options {\n    file_path = "${file}"\n  }\n}\n`;
}

/** A dev server on a free loopback port: unsealed, KV v2 at `secret/`, random root token by default; up in < 1 s. */
export async function startDevVault(
  options: {
    readonly rootToken?: string;
    readonly pluginFolder?: string;
    /** HCL, added to dev mode's own settings. */
    readonly configuration?: string;
    /** Defaults to the product of the run. */
    readonly product?: Product | undefined;
    /** Port of a server stopped before. */
    readonly port?: number;
    readonly audit?: AuditFile;
  } = {},
): Promise<VaultServer> {
  const rootToken = options.rootToken ?? `root-${randomBytes(9).toString('hex')}`;
  return withFreshPorts(async () => {
    const port = options.port ?? (await freePorts(1))[0];
    const folder = temporaryFolder('dev');
    const address = `http://127.0.0.1:${String(port)}`;
    const { audit } = options;
    const byConfiguration = audit !== undefined && !factsOf(options.product).auditByApi;
    const configuration = options.configuration ?? (byConfiguration ? stanzaOf(audit) : undefined);
    const file = join(folder.path, 'server.hcl');
    if (configuration !== undefined) writeFileSync(file, configuration);
    const vault = startVaultProcess(
      [
        'server',
        '-dev',
        `-dev-root-token-id=${rootToken}`,
        `-dev-listen-address=127.0.0.1:${String(port)}`,
        '-dev-no-store-token',
        ...(options.pluginFolder === undefined ? [] : [`-dev-plugin-dir=${options.pluginFolder}`]),
        ...(configuration === undefined ? [] : [`-config=${file}`]),
      ],
      folder.path,
      options.product,
    );
    const stop = async () => {
      await vault.stop();
      await forgetConnections(address);
      folder.remove();
    };
    try {
      // KV v2 is upgraded in the background after start: only its config endpoint tells that it is usable. A foreign
      // server on a port that we lost would refuse our root token, so this cannot mistake it for ours.
      await untilReady(vault, async () => {
        return (await ask({ address, rootToken }, 'GET', 'secret/config')).status === 200;
      });
      if (audit !== undefined && !byConfiguration)
        await must({ address, rootToken }, 'PUT', `sys/audit/${audit.path}`, {
          type: 'file',
          options: { file_path: audit.file },
        });
    } catch (error) {
      await stop();
      throw error;
    }
    return { address, rootToken, pid: vault.pid, log: vault.log, stop };
  });
}
