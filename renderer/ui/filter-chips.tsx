import { grouped } from '../../shared/vault/counted.ts';
import { Chip, type Tone } from './chip.tsx';
import css from './filter-chips.module.css';

export interface FilterChipsProps<Kind extends string> {
  /** Label and tone of each kind, in the order of the chips. */
  readonly words: Readonly<Record<Kind, { readonly label: string; readonly tone: Tone }>>;
  /** Kinds without rows have no chip. */
  readonly counts: ReadonlyMap<Kind, number>;
  readonly chosen: string | undefined;
  /** Pressing the chosen chip chooses none. */
  readonly onChoose: (kind: Kind | undefined) => void;
}

/** Counts of rows by kind; each filters them. */
export function FilterChips<Kind extends string>(props: FilterChipsProps<Kind>) {
  const { words, counts, chosen, onChoose } = props;
  return (Object.keys(words) as Kind[])
    .filter((kind) => (counts.get(kind) ?? 0) > 0)
    .map((kind) => (
      <button
        key={kind}
        type="button"
        className={css['filter']}
        aria-pressed={chosen === kind}
        onClick={() => onChoose(chosen === kind ? undefined : kind)}
      >
        <Chip tone={words[kind].tone}>
          {grouped(counts.get(kind) ?? 0)} {words[kind].label}
        </Chip>
      </button>
    ));
}
