/** Counts the lines typed at a terminal for the same task; each is really run with the server's own CLI. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serverBinary } from '../servers/server-binary.ts';

/** One command of a line, or a filter such as `jq` between two. */
type Part = readonly string[] | ((input: string) => string);

const run = promisify(execFile);

/** Runs lines against a server, and counts them. A pipe is one line. */
export class CliCounter {
  readonly #environment: Readonly<Record<string, string>>;
  #count = 0;

  constructor(server: { readonly address: string; readonly rootToken: string }) {
    this.#environment = {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      VAULT_ADDR: server.address,
      VAULT_TOKEN: server.rootToken,
    };
  }

  /** Lines so far. */
  get count(): number {
    return this.#count;
  }

  /** Runs one line; each part takes what the one before printed. Rejects if a command fails. */
  async line(...parts: readonly Part[]): Promise<string> {
    this.#count++;
    let text = '';
    for (const part of parts) {
      if (typeof part === 'function') {
        text = part(text);
        continue;
      }
      const running = run(serverBinary(), [...part], { env: this.#environment });
      running.child.stdin?.end(text);
      text = (await running).stdout;
    }
    return text;
  }

  /** Lists the folders below one, a line each, and returns the entries. */
  async entriesBelow(mount: string, folder: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const waiting = [folder]; waiting.length > 0;) {
      const at = waiting.pop() ?? '';
      const names = JSON.parse(
        await this.line(['kv', 'list', `-mount=${mount}`, '-format=json', at]),
      ) as readonly string[];
      for (const name of names) (name.endsWith('/') ? waiting : found).push(at + name);
    }
    return found;
  }
}
