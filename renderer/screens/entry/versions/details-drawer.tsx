import { SlidersHorizontal, UserRoundSearch, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { EntryMetadata, EntryRights } from '../../../../shared/vault/entry.ts';
import type { Mount } from '../../../../shared/vault/mount.ts';
import { query } from '../../../api/client.ts';
import type { PlaceOfEntry } from '../../../api/entry-actions.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { askAction } from '../../../parts/entry-actions/actions.ts';
import { Loaded } from '../../../parts/read/loaded.tsx';
import { useRead, type Read } from '../../../parts/read/use-read.ts';
import { RefusalsInLine } from '../../../parts/refusal/refusal-session.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Text } from '../../../ui/layout.tsx';
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
  /** The entry could not be read: nothing more is awaited from a server that does not answer. */
  readonly failed: boolean;
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

/** Versions, metadata and permissions of an entry. */
export function DetailsDrawer(props: DetailsDrawerProps) {
  const { session, mount, path, shown, failed, onOpenVersion, onClose } = props;
  const waiting = !useAfterPaint(!props.waiting);
  const { sessionId } = session;
  const versioned = mount.engine === 'kv2';
  const place: PlaceOfEntry = { sessionId, mount, path };
  const metadata = useRead(
    session,
    query('entry.metadata', { sessionId, mount: mount.path, path }, { enabled: versioned && !waiting }),
  );
  const rights = useRead(
    session,
    query('entry.rights', { sessionId, mount: mount.path, path }, { enabled: !waiting }),
  );

  // Facts from before are not those of an entry that is gone.
  const gone = metadata.error?.kind === 'invalid-path';
  // The server did not answer, and is not waited for any more.
  const isSilent = ({ data, error, unasked }: Read<unknown>): boolean =>
    failed && data === undefined && error === undefined && !unasked;
  return (
    <RefusalsInLine value>
      <aside className={css['drawer']} aria-label="Details">
        <IconButton small icon={X} label="Close details" className={css['close']} onClick={onClose} />
        {versioned ? (
          <>
            {!isSilent(metadata) && (
              <Section title="Versions">
                {gone ? (
                  <p data-hint>No versions</p>
                ) : (
                  <Loaded
                    query={metadata}
                    failed="The versions could not be listed"
                    needs={{ capability: 'read', path: `${mount.path}metadata/${path}` }}
                    skeleton={<Skeleton rows={3} rowHeight={44} />}
                  >
                    {(read) => (
                      <VersionList
                        // Selected versions belong to one entry.
                        key={`${mount.path}${path}`}
                        place={place}
                        shown={shown}
                        metadata={read}
                        rights={rights.data}
                        onOpen={onOpenVersion}
                      />
                    )}
                  </Loaded>
                )}
              </Section>
            )}
            {metadata.data !== undefined && !gone && (
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
              {mount.engine === 'cubbyhole' ? 'A cubbyhole' : 'KV version 1'} keeps no versions: a save
              replaces the entry.
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
        {!isSilent(rights) && (
          <Section title="Permissions">
            <Loaded
              query={rights}
              failed="The permissions could not be read"
              needs={{ capability: 'update', path: 'sys/capabilities-self' }}
              skeleton={<Skeleton rows={1} />}
            >
              {(read) => <Rights rights={read} versioned={versioned} />}
            </Loaded>
          </Section>
        )}
      </aside>
    </RefusalsInLine>
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
        <Text as="h3" tone="dim" size={12}>
          {title}
        </Text>
        {tool}
      </div>
      {children}
    </section>
  );
}

function MetadataFacts({ metadata }: { readonly metadata: EntryMetadata }) {
  const { maxVersions, casRequired, deleteVersionAfter, customMetadata } = metadata;
  return (
    <Facts
      selectable
      of={[
        ...Object.entries(customMetadata).map(([key, text]) => [key, text === '' ? '—' : text] as const),
        ['Keep versions', maxVersions === 0 ? 'mount default' : maxVersions],
        ['Check-and-set', casRequired ? 'required' : 'not required'],
        ['Delete after', /^(?:0s)?$/.test(deleteVersionAfter) ? 'never' : deleteVersionAfter],
      ]}
    />
  );
}

function Rights({ rights, versioned }: { readonly rights: EntryRights; readonly versioned: boolean }) {
  const shown: readonly (keyof EntryRights)[] = [
    ...(['read', 'update', 'delete'] as const),
    ...(versioned ? (['undelete', 'destroy', 'deleteAll'] as const) : []),
  ];
  return (
    <ul className={css['rights']}>
      {shown.map((right) => (
        <li key={right}>
          <Chip tone={rights[right] ? 'ok' : 'neutral'}>
            {right === 'deleteAll' ? 'delete all' : right}{' '}
            <span aria-hidden="true">{rights[right] ? '✓' : '✗'}</span>
            <span data-reader-only>{rights[right] ? 'permitted' : 'not permitted'}</span>
          </Chip>
        </li>
      ))}
    </ul>
  );
}
