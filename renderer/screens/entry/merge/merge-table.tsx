import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { KeyChange, MergeKey } from '../../../../shared/vault/editing.ts';
import type { EntryChange, EntryView } from '../../../../shared/vault/entry.ts';
import { revealValue } from '../../../api/entries.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip, type Tone } from '../../../ui/chip.tsx';
import { TextDiff } from '../../../ui/code/code-editor.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Radio } from '../../../ui/radio-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { KindChange } from '../edit/change-list.tsx';
import { CopiedLine } from '../../../parts/value/copied-line.tsx';
import { useCopyValue } from '../../../parts/value/copy-value.ts';
import { valueTextOf, type ValueText } from '../../../parts/value/value-text.ts';
import type { Editing } from '../edit/editing.ts';
import { KeyName } from '../../../parts/value/key-name.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import css from './merge-panel.module.css';
import { isTheirRemoval, resultOf, type MergeChoices, type Side } from '../edit/merging.ts';
import { useRevealOf } from '../../../parts/value/reveal.ts';
import { Row, Text } from '../../../ui/layout.tsx';

export interface MergeTableProps {
  readonly editing: Editing;
  readonly changes: readonly EntryChange[];
  readonly theirs: EntryView;
  readonly keys: readonly MergeKey[];
  readonly choices: MergeChoices;
  readonly onChoose: (keys: readonly string[], side: Side) => void;
}

/** The three values of a key; undefined: the key is missing on that side. */
interface Three {
  readonly key: string;
  readonly base: ValueText | undefined;
  readonly mine: ValueText | undefined;
  readonly theirs: ValueText | undefined;
}

/** Further keys are drawn only on request. */
const shownAtOnce = 300;

/** Key by key: your change, theirs, and the result. Clashes and removals come first; values stay hidden. */
export function MergeTable({ editing, changes, theirs, keys, choices, onChoose }: MergeTableProps) {
  const { view } = editing;
  const sets = new Map(changes.map((change) => [change.key, change]));
  const facts = new Map(keys.map((key) => [key.key, key]));
  const { revealed, failed, toggle } = useRevealOf(
    `${view.entryId} ${theirs.entryId}`,
    async (key, signal) => {
      const one = facts.get(key);
      const read = async (entryId: string, there: boolean): Promise<ValueText | undefined> =>
        there ? valueTextOf(await revealValue(entryId, key, signal)) : undefined;
      const [base, their] = await Promise.all([
        read(view.entryId, one?.baseFacts !== undefined),
        read(theirs.entryId, one?.theirFacts !== undefined),
      ]);
      const change = sets.get(key);
      const mine =
        change === undefined ? base : change.op === 'set' ? valueTextOf(change.rawJson) : undefined;
      return { key, base, mine, theirs: their } satisfies Three;
    },
  );
  const { copied, copyPart } = useCopyValue(view.entryId);
  const [all, setAll] = useState(false);
  const clashes = keys.filter((key) => key.clash);
  const merged = keys.filter((key) => !key.clash);
  const isRemoval = (key: MergeKey): boolean => isTheirRemoval(key, choices);
  const sorted = [...clashes, ...merged.filter(isRemoval), ...merged.filter((key) => !isRemoval(key))];
  const shown = all ? sorted : sorted.slice(0, shownAtOnce);
  return (
    <>
      {clashes.length > 1 && (
        <Row align="center" gap={8} tone="dim" size={12}>
          <span>All conflicts:</span>
          {(['mine', 'theirs'] as const).map((side) => (
            <Button
              key={side}
              small
              onClick={() => {
                onChoose(
                  clashes.map(({ key }) => key),
                  side,
                );
              }}
            >
              {side === 'mine' ? 'Yours' : 'Theirs'}
            </Button>
          ))}
        </Row>
      )}
      <table className={css['table']} aria-label="Keys that were changed">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
            <th scope="col">Result</th>
            <th scope="col">
              <span data-reader-only>Values</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((key) => (
            <MergeRow
              key={key.key}
              of={key}
              choices={choices}
              onChoose={onChoose}
              toggle={toggle}
              hidden={sets.get(key.key)?.op === 'set-generated'}
              three={revealed?.key === key.key ? revealed : undefined}
              failure={failed?.key === key.key ? failed.error.message : undefined}
              versions={[view.version, theirs.version]}
              onCopy={(text) => copyPart(key.key, text)}
            />
          ))}
        </tbody>
      </table>
      {shown.length < sorted.length && (
        <div>
          <Button small onClick={() => setAll(true)}>
            Show {grouped(sorted.length - shown.length)} more
          </Button>
        </div>
      )}
      {copied !== undefined && <CopiedLine copied={copied} />}
    </>
  );
}

interface MergeRowProps {
  readonly of: MergeKey;
  readonly choices: MergeChoices;
  readonly onChoose: MergeTableProps['onChoose'];
  readonly toggle: (key: string) => void;
  /** Your value was generated, and is not shown. */
  readonly hidden: boolean;
  readonly three: Three | undefined;
  readonly failure: string | undefined;
  readonly versions: readonly [base: number | undefined, theirs: number | undefined];
  readonly onCopy: (text: string) => void;
}

function MergeRow(props: MergeRowProps) {
  const { of, choices, onChoose, toggle, hidden, three, failure, versions, onCopy } = props;
  const { key, clash } = of;
  return (
    <>
      <tr className={clash ? css['clash'] : undefined}>
        <th scope="row" className={css['key']} data-mono>
          <KeyName name={key} />
        </th>
        <td>
          <KeyChangeMark change={of.mine} existed={of.baseFacts !== undefined} />
        </td>
        <td>
          <KeyChangeMark change={of.theirs} existed={of.baseFacts !== undefined} />
        </td>
        <td>
          {clash ? (
            <span role="radiogroup" aria-label={`Result for ${key}`} className={css['choice']}>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={css['side']}>
                  <Radio
                    name={`merge ${key}`}
                    checked={choices.get(key) === side}
                    onChange={() => onChoose([key], side)}
                  />
                  {side === 'mine' ? 'Yours' : 'Theirs'}
                </label>
              ))}
            </span>
          ) : (
            <Text tone={isTheirRemoval(of, choices) ? 'danger' : 'dim'} size={12}>
              {resultWords(of, choices)}
            </Text>
          )}
        </td>
        <td className={css['tools']}>
          <IconButton
            small
            icon={three === undefined ? Eye : EyeOff}
            tooltipSide="top"
            label={three === undefined ? `Show the values of ${key}` : `Hide the values of ${key}`}
            aria-expanded={three !== undefined}
            disabled={hidden}
            title={hidden ? 'A generated password is not shown' : undefined}
            onClick={() => toggle(key)}
          />
        </td>
      </tr>
      {failure !== undefined && (
        <tr>
          <td colSpan={5} className={css['failed']}>
            <span role="alert">{failure}</span>
          </td>
        </tr>
      )}
      {three !== undefined && (
        <tr>
          <td colSpan={5} className={css['values']}>
            <ThreeValues three={three} versions={versions} onCopy={onCopy} />
          </td>
        </tr>
      )}
    </>
  );
}

const sideWords = { mine: 'yours', theirs: 'theirs', both: 'both', choose: '' } as const;

/** The side whose change the result has; a removal is called one. */
function resultWords(key: MergeKey, choices: MergeChoices): string {
  const result = resultOf(key, choices);
  const change = result === 'mine' ? key.mine : key.theirs;
  return change === 'removed' ? `removed (${sideWords[result]})` : sideWords[result];
}

const changeMarks: Readonly<Record<KeyChange, readonly [tone: Tone, text: string]>> = {
  same: ['neutral', 'unchanged'],
  changed: ['accent', 'changed'],
  added: ['ok', 'added'],
  removed: ['danger', 'removed'],
};

/** A key that the other side added is missing on this one: not unchanged. */
function KeyChangeMark({ change, existed }: { readonly change: KeyChange; readonly existed: boolean }) {
  const [tone, text] = changeMarks[change];
  return change === 'same' ? (
    <Text tone="dim" size={12}>
      {existed ? text : '—'}
    </Text>
  ) : (
    <Chip tone={tone}>{text}</Chip>
  );
}

type View = 'mine' | 'theirs' | 'both';

function ThreeValues({
  three,
  versions,
  onCopy,
}: Pick<MergeRowProps, 'versions' | 'onCopy'> & { readonly three: Three }) {
  const [view, setView] = useState<View>('both');
  const [base, theirs] = versions.map((version) =>
    version === undefined ? '' : ` (version ${String(version)})`,
  );
  const views: readonly { readonly value: View; readonly label: string }[] = [
    { value: 'both', label: 'Theirs → yours' },
    { value: 'mine', label: `Before${base ?? ''} → yours` },
    { value: 'theirs', label: `Before${base ?? ''} → theirs${theirs ?? ''}` },
  ];
  const [before, after] = {
    both: [three.theirs, three.mine],
    mine: [three.base, three.mine],
    theirs: [three.base, three.theirs],
  }[view];
  return (
    <>
      <Segmented
        className={css['views']}
        label="What to compare"
        options={views}
        value={view}
        onValue={setView}
      />
      {before === undefined && after === undefined ? (
        <Text as="p" tone="dim" size={12}>
          There is no value on either side.
        </Text>
      ) : (
        <Suspense fallback={<Skeleton rows={2} rowHeight={18} />}>
          <TextDiff
            before={before?.text}
            after={after?.text}
            label={`Difference in ${three.key}`}
            onCopy={onCopy}
          />
          <KindChange before={before?.mode} after={after?.mode} />
        </Suspense>
      )}
    </>
  );
}
