import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { BookOpen, Copy, RefreshCw, ScrollText } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { copyText } from '../../api/app.ts';
import { appErrorOf } from '../../api/client.ts';
import { policyNamesQuery, policyQuery } from '../../api/system.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { PolicyView } from '../../ui/code/code-editor.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { MissingPermission } from '../../parts/refusal/missing-permission.tsx';
import { usePolicyChoice } from './policy-choice.ts';
import css from './system.module.css';

export interface PolicyScreenProps {
  readonly session: SessionView;
  /** Empty: none is chosen. */
  readonly name: string;
}

/** The reader of ACL policies: the list where it is allowed, any policy by its name, its text in colour. */
export function PolicyScreen({ session, name }: PolicyScreenProps) {
  const { sessionId } = session;
  const chosen = usePolicyChoice(sessionId);
  const asked = useRef('');
  useEffect(() => {
    if (name !== '' && asked.current !== name) chosen.choose(name);
    asked.current = name;
  });
  return (
    <div className={css['policies']}>
      <nav className={css['names']} aria-label="Policies">
        <ByName onRead={chosen.choose} />
        <Names session={session} chosen={chosen} />
      </nav>
      <div className={css['policy']}>
        {chosen.name === '' ? (
          <EmptyState icon={ScrollText} title="No policy is chosen">
            Choose one on the left, or read one by its name. That works without permission to list them, too.
          </EmptyState>
        ) : (
          <Policy key={chosen.name} session={session} name={chosen.name} />
        )}
      </div>
    </div>
  );
}

function ByName({ onRead }: { readonly onRead: (name: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      className={css['byName']}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onRead(text.trim());
      }}
    >
      <TextField
        mono
        label="Read by name"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <Button type="submit">Read</Button>
    </form>
  );
}

const rowHeight = 28;

function Names({
  session,
  chosen,
}: {
  readonly session: SessionView;
  readonly chosen: ReturnType<typeof usePolicyChoice>;
}) {
  const costs = session.token.numUses !== 0;
  const names = useQuery({ ...policyNamesQuery(session.sessionId), enabled: !costs });
  const { filter, narrow } = chosen;
  const box = useRef<HTMLDivElement>(null);
  const all = names.data ?? [];
  const wanted = filter.trim().toLowerCase();
  const shown = wanted === '' ? all : all.filter((name) => name.toLowerCase().includes(wanted));
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  if (names.isPending && costs && !names.isFetching)
    return <AskFirst action="List policies (1 use)" onAsk={() => void names.refetch()} />;
  if (names.isPending) return <Skeleton rows={6} />;
  if (names.error !== null) {
    const error = appErrorOf(names.error);
    return error.kind === 'forbidden' ? (
      <MissingPermission error={error} area="The policies" capability="list" apiPath="sys/policies/acl/" />
    ) : (
      <ErrorPanel error={error} title="The policies could not be listed" />
    );
  }
  return (
    <>
      <FilterBox data-filter label={`Filter ${String(all.length)} policies`} text={filter} onText={narrow} />
      <div ref={box} className={css['list']}>
        {shown.length === 0 && <p className={css['dim']}>None of {all.length} names matches.</p>}
        <ul style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const name = shown[index] ?? '';
            return (
              <li key={name} className={css['row']} style={{ transform: `translateY(${String(start)}px)` }}>
                <button
                  type="button"
                  className={css['name']}
                  title={name}
                  {...(name === chosen.name ? { 'aria-current': 'true' as const } : {})}
                  onClick={() => {
                    chosen.choose(name);
                  }}
                >
                  {name}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

/** What a token with limited uses pays for is asked of the server only when a person wants it. */
function AskFirst({ action, onAsk }: { readonly action: string; readonly onAsk: () => void }) {
  return (
    <div className={css['askFirst']}>
      <Button icon={RefreshCw} onClick={onAsk}>
        {action}
      </Button>
    </div>
  );
}

function Policy({ session, name }: { readonly session: SessionView; readonly name: string }) {
  const costs = session.token.numUses !== 0;
  const policy = useQuery({ ...policyQuery(session.sessionId, name), enabled: !costs });
  const { data } = policy;
  if (policy.isPending && costs && !policy.isFetching)
    return <AskFirst action={`Read “${name}” (1 use)`} onAsk={() => void policy.refetch()} />;
  if (policy.isPending) return <Skeleton rows={8} />;
  if (data === undefined) {
    const error = appErrorOf(policy.error);
    if (error.kind === 'invalid-path')
      return (
        <EmptyState icon={BookOpen} title={`There is no policy “${name}”`}>
          The server knows no policy of this name. Names are written in lower case.
        </EmptyState>
      );
    return error.kind === 'forbidden' ? (
      <MissingPermission
        error={error}
        area={`The policy “${name}”`}
        capability="read"
        apiPath={`sys/policies/acl/${name}`}
      />
    ) : (
      <ErrorPanel error={error} title={`The policy “${name}” could not be read`} />
    );
  }
  return (
    <>
      <header className={css['policyHead']}>
        <h2 data-selectable>{data.name}</h2>
        <span className={css['dim']}>
          <code>{data.endpoint}</code> · read <RelativeTime iso={data.at} />
        </span>
        <IconButton
          small
          icon={Copy}
          label="Copy the policy"
          onClick={() => {
            copyText(data.text).then(
              () => {
                announce('Copied.');
              },
              () => {
                announce('It could not be copied.');
              },
            );
          }}
        />
        <IconButton
          small
          icon={RefreshCw}
          label={costs ? 'Read it again (1 use)' : 'Read it again'}
          onClick={() => {
            void policy.refetch();
          }}
        />
      </header>
      {data.text.trim() === '' ? (
        <p className={css['dim']}>
          {data.name === 'root'
            ? 'The root policy has no text: it allows everything and cannot be changed.'
            : 'This policy is empty: it allows nothing.'}
        </p>
      ) : (
        <Suspense fallback={<Skeleton rows={8} />}>
          <PolicyView label={`Policy ${data.name}`} text={data.text} />
        </Suspense>
      )}
      <Disclosure title="Raw answer">
        <pre className={css['raw']} tabIndex={0} data-selectable>
          {data.raw}
        </pre>
      </Disclosure>
    </>
  );
}
