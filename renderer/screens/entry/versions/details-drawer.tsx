import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal, UserRoundSearch, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { EntryMetadata, EntryRights } from '../../../../shared/vault/entry.ts';
import type { Mount } from '../../../../shared/vault/mount.ts';
import { appErrorOf } from '../../../api/client.ts';
import { metadataQuery, rightsQuery } from '../../../api/entries.ts';
import type { PlaceOfEntry } from '../../../api/entry-actions.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ErrorText } from '../../../ui/error-panel.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { askAction } from '../../../parts/entry-actions/actions.ts';
import { RefusalCard } from '../../../parts/refusal/refusal-card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import css from './details-drawer.module.css';
import { VersionList } from './version-list.tsx';

export interface DetailsDrawerProps {
  readonly session: SessionView;
  readonly mount: Mount;
  readonly path: string;
  /** The version on screen. */
  readonly shown: number | undefined;
  /** The entry itself is loading: the drawer waits, so as not to slow it down. */
  readonly waiting: boolean;
  readonly onOpenVersion: (version: number) => void;
  readonly onClose: () => void;
}

/** True once `so` holds and has been painted: delays work that would make the user wait. */
function useAfterPaint(so: boolean): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!so) return undefined;
    const callOff = afterPaint(() => setPainted(true));
    return () => {
      callOff();
      setPainted(false);
    };
  }, [so]);
  return so && painted;
}

/** Versions, metadata and permissions of an entry. A token with limited uses spends one only on request. */
export function DetailsDrawer(props: DetailsDrawerProps) {
  const { session, mount, path, shown, onOpenVersion, onClose } = props;
  const waiting = !useAfterPaint(!props.waiting);
  const { sessionId, token } = session;
  const versioned = mount.engine === 'kv2';
  const limited = token.numUses > 0;
  const place: PlaceOfEntry = { sessionId, mount, path };
  const metadata = useQuery({
    ...metadataQuery(sessionId, mount.path, path),
    enabled: versioned && !limited && !waiting,
  });
  const rights = useQuery({ ...rightsQuery(sessionId, mount.path, path), enabled: !limited && !waiting });
  const ask = (look: () => Promise<unknown>) => (
    <Button small onClick={() => void look()}>
      Ask the server (costs one use)
    </Button>
  );

  return (
    <aside className={css['drawer']} aria-label="Details">
      <IconButton small icon={X} label="Close details" className={css['close']} onClick={onClose} />
      {versioned ? (
        <>
          <Section title="Versions">
            {metadata.isError ? (
              <Refused
                error={appErrorOf(metadata.error)}
                capability="read"
                apiPath={`${mount.path}metadata/${path}`}
                retry={() => void metadata.refetch()}
              />
            ) : metadata.data !== undefined ? (
              <VersionList
                // Chosen versions belong to one entry.
                key={`${mount.path}${path}`}
                place={place}
                shown={shown}
                metadata={metadata.data}
                rights={rights.data}
                onOpen={onOpenVersion}
              />
            ) : limited ? (
              ask(metadata.refetch)
            ) : (
              <Skeleton rows={3} rowHeight={44} />
            )}
          </Section>
          {metadata.data !== undefined && (
            <Section
              title="Metadata"
              tool={
                <IconButton
                  small
                  icon={SlidersHorizontal}
                  label="Edit metadata…"
                  onClick={() => askAction({ kind: 'metadata', place })}
                />
              }
            >
              <MetadataFacts metadata={metadata.data} />
            </Section>
          )}
        </>
      ) : (
        <Section title="Versions">
          <p data-hint>
            {mount.engine === 'cubbyhole' ? 'A cubbyhole' : 'KV version 1'} keeps no versions: a save replaces
            what is there.
          </p>
        </Section>
      )}
      <div className={css['who']}>
        <Button
          small
          variant="ghost"
          icon={UserRoundSearch}
          onClick={() => askAction({ kind: 'who-changed', place })}
        >
          Who changed this?
        </Button>
      </div>
      <Section title="Permissions">
        {rights.isError ? (
          <Refused
            error={appErrorOf(rights.error)}
            capability="update"
            apiPath="sys/capabilities-self"
            retry={() => void rights.refetch()}
          />
        ) : rights.data !== undefined ? (
          <Rights rights={rights.data} versioned={versioned} />
        ) : limited ? (
          ask(rights.refetch)
        ) : (
          <Skeleton rows={1} />
        )}
      </Section>
    </aside>
  );
}

interface SectionProps {
  readonly title: string;
  /** A button at the right of the title. */
  readonly tool?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, tool, children }: SectionProps) {
  return (
    <section className={css['section']}>
      <div className={css['sectionHead']}>
        <h3 className={css['title']}>{title}</h3>
        {tool}
      </div>
      {children}
    </section>
  );
}

function MetadataFacts({ metadata }: { readonly metadata: EntryMetadata }) {
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = metadata;
  const facts: [string, string, boolean][] = [
    ...Object.entries(customMetadata).map(([key, text]): [string, string, boolean] => [key, text, true]),
    ['Keep versions', maxVersions === 0 ? 'mount default' : String(maxVersions), false],
    ['Check-and-set', casRequired ? 'required' : 'not required', false],
    ['Delete after', /^(?:0s)?$/.test(deleteVersionAfter) ? 'never' : deleteVersionAfter, false],
  ];
  return (
    <Facts selectable>
      {facts.map(([name, text, custom]) => (
        <Fact key={`${name} ${String(custom)}`} name={name}>
          {text}
        </Fact>
      ))}
    </Facts>
  );
}

function Rights({ rights, versioned }: { readonly rights: EntryRights; readonly versioned: boolean }) {
  const shown: [string, boolean][] = [
    ['read', rights.read],
    ['update', rights.update],
    ['delete', rights.delete],
    ...(versioned
      ? ([
          ['undelete', rights.undelete],
          ['destroy', rights.destroy],
          ['delete all', rights.deleteAll],
        ] as [string, boolean][])
      : []),
  ];
  return (
    <ul className={css['rights']}>
      {shown.map(([name, may]) => (
        <li key={name}>
          <Chip tone={may ? 'ok' : 'neutral'}>
            {name} <span aria-hidden="true">{may ? '✓' : '✗'}</span>
            <span data-reader-only>{may ? 'permitted' : 'not permitted'}</span>
          </Chip>
        </li>
      ))}
    </ul>
  );
}

interface RefusedProps {
  readonly error: ReturnType<typeof appErrorOf>;
  readonly capability: string;
  readonly apiPath: string;
  readonly retry: () => void;
}

function Refused({ error, capability, apiPath, retry }: RefusedProps) {
  if (error.kind === 'forbidden')
    return <RefusalCard error={error} capability={capability} apiPath={apiPath} onRetry={retry} />;
  if (error.kind === 'invalid-path') return <p data-hint>None: nothing is kept at this path.</p>;
  return (
    <div className={css['refused']} role="alert">
      <ErrorText error={error} />
      <Button small onClick={retry}>
        Retry
      </Button>
    </div>
  );
}
