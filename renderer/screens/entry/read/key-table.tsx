import { Copy, Eye, EyeOff, Link2 } from 'lucide-react';
import { memo, useMemo, useRef, useState } from 'react';
import type { EntryView, KeyFacts } from '../../../../shared/vault/entry.ts';
import type { Mount } from '../../../../shared/vault/mount.ts';
import { referenceText } from '../../../../shared/vault/reference.ts';
import { RowGrid } from '../../../ui/row-grid.tsx';
import grid from '../../../ui/row-grid.module.css';
import { referredEntry } from '../../../parts/path/references.ts';
import { fold } from '../../../parts/tree/name-list.ts';
import { copyPlainText } from '../../../parts/value/copy-plain-text.ts';
import { CopiedLine } from '../../../parts/value/copied-line.tsx';
import { useCopyValue } from '../../../parts/value/copy-value.ts';
import { factChips } from '../../../parts/value/fact-chips.ts';
import { FileMenu } from './file-menu.tsx';
import { KeyFilter, useFindKey } from './key-filter.tsx';
import { KeyRow } from './key-row.tsx';
import { useNarrow } from './narrow.ts';
import { useReveal } from '../../../parts/value/reveal.ts';
import { useValueFile } from './value-file.ts';

/** The row whose menu is open, and the menu's position in the window, in px. */
interface OpenMenu {
  readonly key: string;
  readonly at: { readonly x: number; readonly y: number };
}

export interface KeyTableProps {
  readonly view: EntryView;
  readonly mount: Mount;
  /** Name of the connection in references; undefined: it is not saved. */
  readonly connection: string | undefined;
  /** Part of references; undefined: they name the current version. */
  readonly version: number | undefined;
}

/** The keys of an entry, values hidden: reveal one, copy any. Memoised: its parent redraws often while opening. */
export const KeyTable = memo(function KeyTable({ view, mount, ...reference }: KeyTableProps) {
  const { revealed, failed: revealFailed, toggle } = useReveal(view.entryId);
  const { copied, failed: copyFailed, copy, copyPart } = useCopyValue(view.entryId);
  const files = useValueFile(view.entryId);
  const [menu, setMenu] = useState<OpenMenu>();
  const [filter, setFilter] = useState('');
  const narrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  const find = useFindKey(view.keys.length, box);
  const needle = fold(filter);
  const keys = useMemo(
    () => (needle === '' ? view.keys : view.keys.filter((facts) => fold(facts.key).includes(needle))),
    [view.keys, needle],
  );
  const entry = referredEntry(reference.connection, { mount, path: view.path }, reference.version);
  const copyRow = (key: string): void => copy(key, revealed?.key !== key);
  return (
    <>
      {find.shown && (
        <KeyFilter
          find={find}
          text={filter}
          onText={setFilter}
          shown={keys.length}
          total={view.keys.length}
        />
      )}
      {view.keys.length === 0 ? (
        <p className={grid['empty']}>This entry has no keys: the server keeps an empty object.</p>
      ) : (
        <RowGrid
          ref={box}
          label={`Keys of ${view.path}`}
          keyOf={keyOf}
          rows={keys}
          rowHeight="value"
          // Stacked rows have two lines.
          isMeasured={narrow ? always : mayBeTall}
          onAct={({ key }) => toggle(key)}
          onRowClick={({ key }, target) => {
            if (target.matches('[data-dots]')) copyRow(key);
          }}
          onCopy={({ key }) => copyRow(key)}
          onLeave={revealed && (() => toggle(revealed.key))}
        >
          {(facts, place) => (
            <KeyRow
              facts={facts}
              place={place}
              rawJson={revealed?.key === facts.key ? revealed.rawJson : undefined}
              error={errorOf(facts.key, revealFailed, copyFailed)}
              onReveal={() => toggle(facts.key)}
              onCopy={() => copyRow(facts.key)}
              onCopyPart={(selected) => copyPart(facts.key, selected)}
              onMenu={(at) => setMenu({ key: facts.key, at })}
              note={files.note?.key === facts.key ? files.note : undefined}
            />
          )}
        </RowGrid>
      )}
      {copied !== undefined && <CopiedLine copied={copied} />}
      {menu !== undefined && (
        <FileMenu
          at={menu.at}
          first={[
            {
              label: revealed?.key === menu.key ? 'Hide' : 'Reveal',
              icon: revealed?.key === menu.key ? EyeOff : Eye,
              onSelect: () => toggle(menu.key),
            },
            {
              label: 'Copy',
              icon: Copy,
              onSelect: () => copyRow(menu.key),
            },
            ...(entry === undefined || !menu.key.isWellFormed()
              ? []
              : [
                  {
                    label: 'Copy reference',
                    icon: Link2,
                    onSelect: () =>
                      void copyPlainText(referenceText({ ...entry, key: menu.key }), 'Reference'),
                  },
                ]),
          ]}
          onTo={(as) => files.toFile(menu.key, as)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
});

const always = (): boolean => true;

/** Letters of a name that always fit on one line. */
const LINE = 18;

/** True if a row can be taller than a line from the start: by a long name, or stacked chips. */
function mayBeTall(facts: KeyFacts): boolean {
  return facts.key.length > LINE || /[^!-~]/.test(facts.key) || factChips(facts).length > 0;
}

type Failed = ReturnType<typeof useReveal>['failed'];

function errorOf(key: string, ...failures: readonly Failed[]) {
  return failures.find((failure) => failure?.key === key)?.error;
}

function keyOf({ key }: KeyFacts): string {
  return key;
}
