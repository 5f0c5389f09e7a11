import { highlightOf } from './name-list.ts';
import css from './name-rows.module.css';

/** A name with the part marked that holds `needle` (folded). */
export function Highlighted({ name, needle }: { readonly name: string; readonly needle: string }) {
  const range = highlightOf(name, needle);
  if (range === undefined) return name;
  const [start, end] = range;
  return (
    <>
      {name.slice(0, start)}
      <mark className={css['match']}>{name.slice(start, end)}</mark>
      {name.slice(end)}
    </>
  );
}
