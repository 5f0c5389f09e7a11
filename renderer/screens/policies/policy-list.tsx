import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { useEffect, useImperativeHandle, useReducer, useRef } from 'react';
import type { KeyboardEvent, Ref, RefObject } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { isNewPolicyKey, policyNameOnServer } from '../../../shared/vault/policy-draft.ts';
import { query } from '../../api/client.ts';
import { useStore, type Store } from '../../api/store.ts';
import { firstRows } from '../../ui/first-rows.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { leaveSideBar } from '../../ui/lies-over.ts';
import { useStableTopRow } from '../../ui/top-row.ts';
import { useRowHeight } from '../../ui/row-heights.ts';
import { OpenField } from '../../ui/open-field.tsx';
import { SideChoice } from '../../ui/side-choices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loaded } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { RefusalsInLine } from '../../parts/refusal/refusal-session.ts';
import { Note, Row, Text } from '../../ui/layout.tsx';
import { policyDraftName, policyDrafts, unsavedPolicies } from '../../workspace/policy-drafts.ts';
import { chooseNewPolicy, choosePolicy, type PolicyWork } from './policy-work.ts';
import css from './policies.module.css';

export interface PolicyListProps {
  /** The root element. */
  readonly ref: Ref<HTMLElement>;
  readonly session: SessionView;
  readonly work: Store<PolicyWork>;
  readonly onNew: () => void;
  /** Action of the refresh shortcut. */
  readonly onRefreshKey: Ref<() => void>;
}

/** One field that filters the names and opens any policy by name, and the list of names. */
export function PolicyList({ ref, session, work, onNew, onRefreshKey }: PolicyListProps) {
  const { sessionId } = session;
  const { field } = useStore(work);
  const names = useRead(session, query('policy.list', { sessionId }));
  const shown = matching(names.data ?? [], field);
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(onRefreshKey, () => names.refresh);
  return (
    <nav ref={ref} className={css['names']} aria-label="Policies">
      <Row gap={4} align="center">
        <OpenField
          label="Filter, or open by name"
          text={field}
          onText={(text) => work.change({ field: text })}
          onEnter={() => {
            const name = toOpen(field, names.data ?? []);
            if (name === '') return;
            choosePolicy(work, name);
            leave();
          }}
          onDown={() => list.current?.querySelector('button')?.focus()}
        />
        <IconButton
          icon={Plus}
          label="New policy"
          onClick={() => {
            onNew();
            leave();
          }}
        />
      </Row>
      <Unsaved sessionId={sessionId} work={work} listed={names.data ?? []} />
      <RefusalsInLine value>
        <Loaded
          query={names}
          failed="The policies could not be listed"
          needs={{ capability: 'list', path: 'sys/policies/acl/' }}
          skeleton={<Skeleton rows={6} />}
        >
          {({ length }) => <Names sessionId={sessionId} shown={shown} work={work} of={length} box={list} />}
        </Loaded>
      </RefusalsInLine>
    </nav>
  );
}

interface UnsavedProps {
  readonly sessionId: string;
  readonly work: Store<PolicyWork>;
  readonly listed: readonly string[];
}

/** Edits without a row below: new policies, and those that are not listed. */
function Unsaved({ sessionId, work, listed }: UnsavedProps) {
  const drafts = useStore(policyDrafts);
  const { chosen, making } = useStore(work);
  const keys = unsavedPolicies(drafts, sessionId).filter((key) => !listed.includes(key));
  if (keys.length === 0) return null;
  return (
    <ul aria-label="Unsaved policies">
      {keys.map((key) => (
        <li key={key}>
          <NameButton
            edited
            name={policyDraftName(drafts, sessionId, key)}
            current={key === (making ?? chosen)}
            onChoose={() => {
              if (isNewPolicyKey(key)) chooseNewPolicy(work, key);
              else choosePolicy(work, key);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

interface NameButtonProps {
  readonly name: string;
  readonly current: boolean;
  readonly edited: boolean;
  readonly onChoose: () => void;
}

function NameButton({ name, current, edited, onChoose }: NameButtonProps) {
  return (
    <SideChoice mono title={name} current={current} onChoose={onChoose}>
      <Text cut>{name}</Text> {edited && <span className={css['edited']}>edited</span>}
    </SideChoice>
  );
}

function leave(): void {
  if (document.activeElement !== null) leaveSideBar(document.activeElement);
}

function matching(names: readonly string[], field: string): readonly string[] {
  const wanted = policyNameOnServer(field);
  return wanted === '' ? names : names.filter((name) => name.toLowerCase().includes(wanted));
}

/** Target of Enter: the policy of that exact name, else the first match, else the typed name. */
function toOpen(field: string, names: readonly string[]): string {
  const wanted = policyNameOnServer(field);
  if (wanted === '' || names.includes(wanted)) return wanted;
  return matching(names, field)[0] ?? wanted;
}

interface NamesProps {
  readonly sessionId: string;
  readonly shown: readonly string[];
  /** Number of all names. */
  readonly of: number;
  readonly work: Store<PolicyWork>;
  readonly box: RefObject<HTMLDivElement | null>;
}

function Names({ sessionId, shown, of, work, box }: NamesProps) {
  const { chosen } = useStore(work);
  const rowHeight = useRowHeight('list');
  const unsaved = new Set(unsavedPolicies(useStore(policyDrafts), sessionId));
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    ...firstRows(),
  });
  useStableTopRow(rows, box, rowHeight);
  /** Index of the row to focus once it is painted. */
  const wanted = useRef<number>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const button = box.current?.querySelector<HTMLElement>(`[data-index="${String(wanted.current)}"] button`);
    if (button === undefined || button === null) return;
    wanted.current = undefined;
    button.focus({ preventScroll: true });
  });
  const goTo = (index: number): void => {
    wanted.current = index;
    rows.scrollToIndex(index);
    redraw();
  };
  return (
    <div ref={box} className={css['list']}>
      {shown.length === 0 && (
        <Note>None of {grouped(of)} names matches. Enter opens the policy of this name.</Note>
      )}
      <ul
        style={{ height: rows.getTotalSize(), position: 'relative' }}
        onKeyDown={(event) => step(event, goTo, shown.length - 1)}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const name = shown[index] ?? '';
          return (
            <li
              key={name}
              data-index={index}
              className={css['row']}
              style={{ transform: `translateY(${String(start)}px)` }}
            >
              <NameButton
                name={name}
                current={name === chosen}
                edited={unsaved.has(name)}
                onChoose={() => choosePolicy(work, name)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Up and down move among the names, Home and End to the first and the last. */
function step(event: KeyboardEvent<HTMLUListElement>, goTo: (index: number) => void, last: number): void {
  const at = Number(event.target instanceof Element ? event.target.closest('li')?.dataset['index'] : NaN);
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last };
  const next = places[event.key];
  if (next === undefined || Number.isNaN(next)) return;
  event.preventDefault();
  if (next >= 0 && next <= last) goTo(next);
}
