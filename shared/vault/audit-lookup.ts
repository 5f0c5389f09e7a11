/** Where the audit log says who changed an entry: Vault itself keeps no name with a version. */
import type { Mount } from './mount.ts';
import { shellWord } from './shell-word.ts';

/** What `request.path` of an audit entry says of a write to an entry. */
export function auditPath(mount: Mount, path: string): string {
  return mount.path + (mount.engine === 'kv2' ? 'data/' : '') + path;
}

/** The command that lists who wrote an entry, from a file of an audit device. */
export function auditCommand(mount: Mount, path: string): string {
  const version = mount.engine === 'kv2' ? ', version: .response.data.version' : '';
  const filter = `select(.type == "response" and .error == null and .request.path == ${JSON.stringify(auditPath(mount, path))} and (.request.operation | IN("create", "update", "patch"))) | {time${version}, who: .auth.display_name, from: .request.remote_address}`;
  return `jq -c ${shellWord(filter)} audit.log`;
}
