/**
 * "Go to path": finds the entry or folder that a pasted text means. Pure: it knows only the given mounts and requests
 * a look-up if they do not suffice.
 *
 * `secret/data/x` is the API's name of entry `x` on a KV v2 mount and an ordinary entry `data/x` anywhere else, so
 * `data/` or `metadata/` is stripped only below a mount known to be v2. `vault kv …` lines and web UI addresses never
 * contain that prefix: there it is kept.
 */
import { mountOf } from './mount.ts';
import type { Mount } from './mount.ts';
import { checkApiPath } from './path.ts';
import type { PathProblem } from './path.ts';
import { readTypedForm } from './typed-path-forms.ts';

export type TypedPath =
  /** `path` is below the mount; empty: the mount itself; a trailing slash: a folder. */
  | { readonly kind: 'resolved'; readonly mount: Mount; readonly path: string; readonly version?: number }
  /** `path` is below no known mount: read `sys/internal/ui/mounts/<path>` and resolve again with its result added. */
  | { readonly kind: 'needs-mount-lookup'; readonly path: string }
  | { readonly kind: 'problem'; readonly problem: PathProblem };

/** API families of a KV v2 mount, followed by an entry or a folder. */
const v2Families = /^(?:data|metadata|delete|undelete|destroy|subkeys|detailed-metadata)(?:\/|$)/;
/** The two families recognised in a path typed without `/v1/` or `vault read`. */
const v2TypedFamilies = /^(?:data|metadata)(?:\/|$)/;

/** Resolves pasted text (browse, API, CLI or URL form) against the known mounts. */
export function resolveTypedPath(text: string, mounts: readonly Mount[]): TypedPath {
  const form = readTypedForm(text);
  if ('problem' in form) return { kind: 'problem', problem: form.problem };
  const inMount = form.mount === undefined ? '' : tidy(form.mount).replace(/\/$/, '');
  const whole = tidy(inMount === '' ? form.path : `${inMount}/${form.path}`);
  const asked = form.style === 'text' ? splitVersion(whole) : { path: whole, version: form.version };

  const mount =
    inMount === '' ? mountOf(mounts, asked.path) : mounts.find((known) => known.path === `${inMount}/`);
  if (mount === undefined) {
    const problem = checkApiPath(asked.path);
    return problem ? { kind: 'problem', problem } : { kind: 'needs-mount-lookup', path: asked.path };
  }

  const families = form.style === 'api' ? v2Families : v2TypedFamilies;
  const wholeBelow = below(mount, whole);
  const isApi = mount.engine === 'kv2' && form.style !== 'browse' && families.test(wholeBelow);
  // A `?version=` after a browse path belongs to the name: only the API form has queries.
  const version = form.style === 'text' && !isApi ? undefined : asked.version;
  let path = form.style === 'text' && !isApi ? wholeBelow : below(mount, asked.path);
  if (isApi) path = path.replace(families, '');
  if (form.folder && path !== '' && !path.endsWith('/')) path += '/';

  // Checked with its mount: a refusal quotes what was typed.
  const problem = path === '' ? undefined : checkApiPath(mount.path + path);
  if (problem) return { kind: 'problem', problem };
  return version === undefined || mount.engine !== 'kv2' || path === '' || path.endsWith('/')
    ? { kind: 'resolved', mount, path }
    : { kind: 'resolved', mount, path, version };
}

/** The part of a full path after its mount. */
function below(mount: Mount, path: string): string {
  return path.slice(mount.path.length);
}

/** Removes a leading slash and repeated slashes. */
function tidy(path: string): string {
  return path.replace(/\/{2,}/g, '/').replace(/^\//, '');
}

function splitVersion(path: string): { readonly path: string; readonly version: number | undefined } {
  const match = /^(.+)\?version=(\d{1,9})$/s.exec(path);
  return match?.[1] === undefined
    ? { path, version: undefined }
    : { path: match[1], version: wanted(match[2]) };
}

function wanted(version: string | undefined): number | undefined {
  const number = Number(version);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
