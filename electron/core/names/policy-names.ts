/**
 * Names that a token's policies write out: of entries it may use without a right to list them. A rule names an entry,
 * a glob the folder before its star. Pure.
 */
import { mountOf } from '../../../shared/vault/mount.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { AclRule } from '../../vault/api/resultant-acl.ts';
import type { IndexedName } from './name-index.ts';

/** API families of KV v2 that name an entry or a folder. */
const family = /^(?:data|metadata|subkeys|delete|undelete|destroy|detailed-metadata)\//;

/** Entries and folders of the rules below the mounts, each once; rules that deny name nothing. */
export function namesInRules(rules: readonly AclRule[], mounts: readonly Mount[]): readonly IndexedName[] {
  const found = new Map<string, IndexedName>();
  for (const { path: rule, capabilities } of rules) {
    if (capabilities.includes('deny')) continue;
    const written = beforePattern(rule);
    const mount = mountOf(mounts, written);
    if (mount === undefined || mount.engine === 'other') continue;
    const below = written.slice(mount.path.length);
    if (mount.engine === 'kv2' && !family.test(below)) continue;
    const path = mount.engine === 'kv2' ? below.replace(family, '') : below;
    if (path !== '') found.set(mount.path + path, { mount, path });
  }
  return [...found.values()];
}

/** The folder before the first star or segment that stands for any; a rule without one as it is. */
function beforePattern(rule: string): string {
  const at = /\*|(?<=^|\/)\+(?=\/|$)/.exec(rule)?.index;
  return at === undefined ? rule : rule.slice(0, rule.slice(0, at).lastIndexOf('/') + 1);
}
