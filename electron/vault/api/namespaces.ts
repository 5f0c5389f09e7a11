/** `LIST sys/namespaces`: the namespaces directly below the one that a request names. Enterprise and OpenBao have them. */
import { packNames } from '../../../shared/vault/names.ts';
import type { PackedNames } from '../../../shared/vault/names.ts';
import type { Caller } from './caller.ts';
import { listNamesAt } from './lists.ts';

/** Sorted, which OpenBao's list is not, each with a slash behind it. An empty list is a 404 without errors. */
export async function listNamespaces(caller: Caller): Promise<PackedNames> {
  return packNames((await listNamesAt(caller, 'sys/namespaces')).toSorted());
}
