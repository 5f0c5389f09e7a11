import { useState } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { fold } from '../tree/name-list.ts';
import { KeyName } from '../value/key-name.tsx';
import css from './entry-actions.module.css';

export interface KeyChoiceProps {
  readonly view: EntryView;
  /** Deselected keys. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
}

/** Beyond this number of keys a filter appears. */
const filterFrom = 20;
/** Maximum number of keys drawn at once. */
const mostShown = 200;

/** Selects keys of an entry; all by default. */
export function KeyChoice({ view, left, onLeft }: KeyChoiceProps) {
  const [filter, setFilter] = useState('');
  const names = view.keys.map(({ key }) => key);
  if (names.length === 0) return <p data-hint>This entry has no keys to share.</p>;
  const found = names.filter((name) => fold(name).includes(fold(filter)));
  return (
    <fieldset className={css['group']}>
      <legend className={css['groupTitle']}>
        Keys{left.size > 0 && ` (${String(names.length - left.size)} of ${String(names.length)})`}
      </legend>
      {names.length > 1 && (
        <Checkbox
          label="All keys"
          checked={left.size === 0}
          mixed={left.size > 0 && left.size < names.length}
          onChecked={(all) => onLeft(new Set(all ? [] : names))}
        />
      )}
      {names.length > filterFrom && (
        <TextField
          label="Filter keys"
          labelHidden
          placeholder="Filter keys"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      <div className={css['keys']}>
        {found.slice(0, mostShown).map((name) => (
          <Checkbox
            key={name}
            label={
              <span data-mono>
                <KeyName name={name} />
              </span>
            }
            checked={!left.has(name)}
            onChecked={(wanted) => {
              const next = new Set(left);
              if (wanted) next.delete(name);
              else next.add(name);
              onLeft(next);
            }}
          />
        ))}
        {found.length > mostShown && <p data-hint>{grouped(found.length - mostShown)} more: filter them.</p>}
      </div>
    </fieldset>
  );
}
