/** `LIST sys/namespaces`: the namespaces directly below the one that a request names. Enterprise and OpenBao have them. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { packNames, unpackNames } from '../../../shared/vault/names.ts';
import type { PackedNames } from '../../../shared/vault/names.ts';
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { isEmptyList, packedNames } from './lists.ts';

/** Sorted, which OpenBao's list is not, each with a slash behind it. An empty list is a 404 without errors. */
export async function listNamespaces(caller: Caller): Promise<PackedNames> {
  try {
    const answer = await ask(caller, {
      method: 'GET',
      path: 'sys/namespaces',
      query: { list: 'true' },
      safe: true,
      large: true,
      capability: 'list',
    });
    return packNames(unpackNames((await packedNames(caller, answer)).packed).toSorted());
  } catch (failure) {
    if (failure instanceof AppFailure && isEmptyList(failure)) return packNames([]);
    throw failure;
  }
}
