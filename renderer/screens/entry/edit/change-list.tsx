import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { EntryChange } from '../../../../shared/vault/entry.ts';
import { valueFacts } from '../../../../shared/vault/entry-facts.ts';
import { revealValue } from '../../../api/entries.ts';
import { Button } from '../../../ui/button.tsx';
import { TextDiff } from '../../../ui/code/code-editor.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import css from './change-list.module.css';
import { CopiedLine } from '../../../parts/value/copied-line.tsx';
import { useCopyValue } from '../../../parts/value/copy-value.ts';
import { valueTextOf } from '../../../parts/value/value-text.ts';
import { namesOf } from './draft.ts';
import { GeneratedFacts, Mark } from './edit-row.tsx';
import type { Editing } from './editing.ts';
import { FactChips } from '../../../parts/value/fact-chips-view.tsx';
import { KeyName } from '../../../parts/value/key-name.tsx';
import { useRevealOf } from '../../../parts/value/reveal.ts';
import { Text } from '../../../ui/layout.tsx';

export interface ChangeListProps {
  readonly editing: Editing;
  readonly changes: readonly EntryChange[];
}

/** Further changes are drawn only on request. */
const shownAtOnce = 300;

/** The keys that saving changes. Values are dots until revealed, then shown as they are and as they will be. */
export function ChangeList({ editing, changes }: ChangeListProps) {
  const { view, mode } = editing;
  const known = namesOf(view.keys);
  const { revealed, failed, toggle } = useRevealOf(view.entryId, async (key, signal) => ({
    key,
    // An added key has no old value: main is not asked.
    before: known.has(key) ? valueTextOf(await revealValue(view.entryId, key, signal)) : undefined,
  }));
  const [all, setAll] = useState(false);
  const { copied, copyPart } = useCopyValue(view.entryId);
  const shown = all ? changes : changes.slice(0, shownAtOnce);
  return (
    <>
      <ul className={css['list']} aria-label="Changes">
        {shown.map((change) => {
          const { key } = change;
          const open = revealed?.key === key ? revealed : undefined;
          const after = change.op === 'set' && open !== undefined ? valueTextOf(change.rawJson) : undefined;
          return (
            <li key={key} className={css['change']}>
              <div className={css['line']}>
                <Text shrinks breaks lines data-mono>
                  <KeyName name={key} />
                </Text>
                <span className={css['facts']}>
                  {change.op === 'set' && <FactChips facts={valueFacts(key, change.rawJson)} />}
                  {change.op === 'set-generated' && <GeneratedFacts generated={change.generated} />}
                </span>
                <ChangeMark change={change} known={known.has(key)} unread={mode === 'patch'} />
                <IconButton
                  small
                  icon={open === undefined ? Eye : EyeOff}
                  // The value that it shows lies below.
                  tooltipSide="top"
                  label={open === undefined ? `Show the change of ${key}` : `Hide the change of ${key}`}
                  aria-expanded={open !== undefined}
                  disabled={change.op === 'set-generated' || (change.op === 'remove' && !known.has(key))}
                  title={change.op === 'set-generated' ? 'A generated password is not shown' : undefined}
                  onClick={() => toggle(key)}
                />
              </div>
              {failed?.key === key && (
                <Text as="p" role="alert" tone="danger" size={12}>
                  {failed.error.message} {failed.error.hint}
                </Text>
              )}
              {open !== undefined && (
                <Suspense fallback={<Skeleton rows={2} rowHeight={18} />}>
                  <TextDiff
                    before={open.before?.text}
                    after={after?.text}
                    label={`Change of ${key}`}
                    onCopy={(text) => copyPart(key, text)}
                  />
                  <KindChange before={open.before?.mode} after={after?.mode} />
                </Suspense>
              )}
            </li>
          );
        })}
      </ul>
      {shown.length < changes.length && (
        <div>
          <Button small onClick={() => setAll(true)}>
            Show {grouped(changes.length - shown.length)} more
          </Button>
        </div>
      )}
      {copied !== undefined && <CopiedLine copied={copied} />}
    </>
  );
}

interface ChangeMarkProps {
  readonly change: EntryChange;
  readonly known: boolean;
  /** The entry was not read, so it is not known if the key exists. */
  readonly unread: boolean;
}

function ChangeMark({ change, known, unread }: ChangeMarkProps) {
  if (change.op === 'remove') return <Mark tone="danger" text="removed" />;
  if (unread) return <Mark tone="accent" text="set" />;
  return known ? <Mark tone="accent" text="changed" /> : <Mark tone="ok" text="added" />;
}

interface KindChangeProps {
  readonly before: 'string' | 'json' | undefined;
  readonly after: 'string' | 'json' | undefined;
}

/** Two values can look alike and differ in kind: `1` and `"1"`. */
export function KindChange({ before, after }: KindChangeProps) {
  if (before === undefined || after === undefined || before === after) return null;
  return (
    <Text as="p" tone="warn" size={12}>
      {after === 'json' ? 'It was text and becomes a JSON value.' : 'It was a JSON value and becomes text.'}
    </Text>
  );
}
