/** Rows of the table: the session's own token first, tokens looked up by hand, and all of the server once listed. */
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { toldAtLogin, upToDate, type KnownTokens } from './token-notes.ts';

/** The rows, each token once, without those `gone`. A row's `accessor` is its key in `KnownTokens`. */
export function tokenRows(
  own: TokenFacts,
  looked: KnownTokens['looked'],
  listed: readonly AccessorRow[],
  gone: ReadonlySet<string> = new Set(),
): readonly AccessorRow[] {
  const inList = new Map(listed.map((row) => [row.accessor, row]));
  const mine = inList.get(own.accessor)?.token;
  const first: AccessorRow = {
    accessor: own.accessor,
    token: mine === undefined ? toldAtLogin(own) : upToDate(mine, own),
  };
  const others = looked.filter(
    ({ accessor }) => accessor !== own.accessor && !inList.has(accessor) && !gone.has(accessor),
  );
  return [first, ...others, ...listed.filter(({ accessor }) => accessor !== own.accessor)];
}
