import { isPlainName } from '../../ui/character-marks.ts';
import { NameText } from '../../ui/marked-text.tsx';
import { highlightOf } from './name-list.ts';
import css from './highlighted.module.css';

/**
 * A name with the match of `needle` (folded) highlighted; a name with invisible characters shows their marks instead.
 */
export function Highlighted({ name, needle }: { readonly name: string; readonly needle: string }) {
  const range = isPlainName(name) ? highlightOf(name, needle) : undefined;
  if (range === undefined) return <NameText text={name} />;
  const [start, end] = range;
  return (
    <>
      {name.slice(0, start)}
      <mark className={css['match']}>{name.slice(start, end)}</mark>
      {name.slice(end)}
    </>
  );
}
