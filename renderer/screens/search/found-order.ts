/** Order of findings, as indices: while the search runs they keep their order, or rows would jump under the pointer. */
import { fold } from '../../parts/tree/name-list.ts';
import type { SearchStore } from '../../parts/tree/search-store.ts';
import type { Sort } from '../../ui/table.tsx';

interface Order {
  /** Folded text that was searched for: without a sort, equal names come first, then those that start with it. */
  readonly needle: string;
  readonly sort: Sort | undefined;
  readonly running: boolean;
}

/** Indices of `count` findings in the order of the table. */
export function inOrder(
  search: Pick<SearchStore, 'foundAt'>,
  count: number,
  { needle, sort, running }: Order,
): readonly number[] {
  const found = Array.from({ length: count }, (_, index) => index);
  if (running || (sort === undefined && needle === '')) return found;
  const keys = found.map((index) => keyOf(search.foundAt(index), needle, sort?.column));
  const sign = sort?.descending === true ? -1 : 1;
  return found.sort((one, other) => {
    const [a = '', b = ''] = [keys[one], keys[other]];
    return a === b ? one - other : (a < b ? -1 : 1) * sign;
  });
}

function keyOf(
  place: ReturnType<SearchStore['foundAt']>,
  needle: string,
  column: string | undefined,
): string {
  if (place === undefined) return '';
  const { mount, path } = place;
  const bare = path.replace(/\/$/, '');
  const name = fold(bare.slice(bare.lastIndexOf('/') + 1));
  switch (column) {
    case 'Name':
      return name;
    case 'Path':
      return path.slice(0, bare.lastIndexOf('/') + 1);
    case 'Mount':
      return mount.path;
    case 'Kind':
      return path === bare ? mount.engine : '';
    default:
      return name === needle ? '0' : name.startsWith(needle) ? '1' : '2';
  }
}
