/** Finds the author of a change in the audit log: Vault itself stores no user with a version. */
import type { Mount } from './mount.ts';
import { shellWord } from './shell-word.ts';

/** `request.path` of the audit entry of a write. */
export function auditPath(mount: Mount, path: string): string {
  return mount.path + (mount.engine === 'kv2' ? 'data/' : '') + path;
}

/** Command that lists the authors of an entry's writes, from a file of an audit device. */
export function auditCommand(mount: Mount, path: string): string {
  const version = mount.engine === 'kv2' ? ', version: .response.data.version' : '';
  const filter = `select(.type == "response" and .error == null and .request.path == ${JSON.stringify(auditPath(mount, path))} and (.request.operation | IN("create", "update", "patch"))) | {time${version}, who: .auth.display_name, from: .request.remote_address}`;
  return `jq -c ${shellWord(filter)} audit.log`;
}
