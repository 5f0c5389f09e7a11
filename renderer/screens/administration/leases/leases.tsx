import { Folder, Hourglass, ShieldX, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { LeaseFolder, PrefixRevoked } from '../../../../shared/vault/lease.ts';
import { query } from '../../../api/client.ts';
import { useStore } from '../../../api/store.ts';
import { RevokeResult } from '../../../parts/plan/revoke-result.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { OpenField } from '../../../ui/open-field.tsx';
import { Beside } from '../details.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import type { TopicPageProps } from '../topic.ts';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { Row } from '../../../ui/layout.tsx';
import { Crumbs } from './crumbs.tsx';
import { LeaseDrawer } from './lease-drawer.tsx';
import { leasesOf } from './lease-store.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RevokedPrefix } from './revoked-prefix.tsx';
import { toned } from '../../../ui/tone.ts';
import css from '../administration.module.css';

const columns: readonly Column<string>[] = [
  {
    title: 'Name',
    width: 0,
    share: 1,
    mono: true,
    text: (name: string) => name,
    cell: (name) => (
      <span className={css['iconed']}>
        <Icon of={name.endsWith('/') ? Folder : Hourglass} size={14} />
        <span>{name}</span>
      </span>
    ),
  },
];

/** Leases by prefix; one is looked up by its ID, a prefix is revoked as a whole. */
export function Leases({ session, detail }: TopicPageProps) {
  const { sessionId } = session;
  const [prefix, setPrefix] = useState(detail);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const [revoking, setRevoking] = useState(false);
  const [result, setResult] = useState<PrefixRevoked & { readonly prefix: string }>();
  const folder = useRead(session, query('lease.list', { sessionId, prefix }));
  const store = leasesOf(sessionId);
  const { selected, revoking: revocation } = useStore(store);
  useReadAgain(revocation?.running === false, folder.refresh);
  const open = (name: string): void => {
    if (name.endsWith('/')) setPrefix(prefix + name);
    else setChosen(prefix + name);
  };
  const goTo = (): void => {
    const typed = text.trim().replace(/^\/+/, '');
    if (typed === '' || typed.endsWith('/')) setPrefix(typed);
    else setChosen(typed);
  };
  const { data } = folder;
  const leaseIds = (data?.leases ?? []).map((name) => prefix + name);
  return (
    <TopicPage
      title="Leases"
      id="leases"
      query={folder}
      note={data === undefined ? undefined : shownOfAll(data)}
      actions={
        <>
          <SelectionButtons store={store} inView={folder.costs ? [] : leaseIds} />
          <Button
            variant="danger"
            icon={ShieldX}
            disabled={prefix === ''}
            title={prefix === '' ? 'Open a prefix first' : undefined}
            onClick={() => setRevoking(true)}
          >
            Revoke prefix…
          </Button>
        </>
      }
    >
      <Row wrap gap={8}>
        <OpenField label="Lease ID, or a prefix that ends in /" text={text} onText={setText} onEnter={goTo} />
      </Row>
      {result !== undefined && (
        <RevokedPrefix result={result} prefix={result.prefix} onDismiss={() => setResult(undefined)} />
      )}
      {revocation !== undefined && <RevokeResult things="leases" revoking={revocation} store={store} />}
      <Beside
        drawer={
          chosen !== '' && (
            <LeaseDrawer key={chosen} session={session} leaseId={chosen} onClose={() => setChosen('')} />
          )
        }
      >
        <Crumbs prefix={prefix} onPrefix={setPrefix} />
        <Loaded query={folder} failed="The leases could not be listed" sudo>
          {({ folders, leases }) =>
            folders.length + leases.length === 0 ? (
              <p className={toned('dim')}>
                {prefix === '' ? 'The server has no leases.' : 'No leases below this prefix.'}
              </p>
            ) : (
              <Table
                label={prefix === '' ? 'Leases' : `Leases below ${prefix}`}
                rows={[...folders, ...leases]}
                columns={columns}
                keyOf={(name) => name}
                chosen={chosen.slice(prefix.length)}
                selection={
                  folder.costs || leases.length === 0
                    ? undefined
                    : {
                        isSelectable: (name) => !name.endsWith('/'),
                        selected: namesBelow(prefix, selected),
                        onToggle: (name) => store.toggle(prefix + name),
                      }
                }
                onOpen={open}
              />
            )
          }
        </Loaded>
      </Beside>
      {revoking && (
        <RevokeDialog
          sessionId={sessionId}
          prefix={prefix}
          onClose={() => setRevoking(false)}
          onRevoked={(revoked) => {
            setRevoking(false);
            setResult({ ...revoked, prefix });
            folder.refresh();
          }}
        />
      )}
    </TopicPage>
  );
}

/** The number of names in view, if there are more. */
function shownOfAll({ folders, leases, total }: LeaseFolder): string | undefined {
  const shown = folders.length + leases.length;
  return total > shown ? `the first ${grouped(shown)} of ${grouped(total)}` : undefined;
}

interface SelectionButtonsProps {
  readonly store: ReturnType<typeof leasesOf>;
  /** IDs of the leases in view that can be selected. */
  readonly inView: readonly string[];
}

/** Selects leases for revocation; a selection can reach over several prefixes. */
function SelectionButtons({ store, inView }: SelectionButtonsProps) {
  const { selected, revoking } = useStore(store);
  return (
    <>
      {inView.length > 0 && (
        <Button variant="ghost" onClick={() => store.select(new Set([...selected, ...inView]))}>
          Select all
        </Button>
      )}
      {selected.size > 0 && (
        <Button variant="ghost" onClick={() => store.select(new Set())}>
          Select none
        </Button>
      )}
      {selected.size > 0 && (
        <Button
          variant="danger"
          icon={Trash2}
          disabled={revoking?.running === true}
          onClick={() => void store.revoke([...selected])}
        >
          Revoke {grouped(selected.size)} selected…
        </Button>
      )}
    </>
  );
}

/** The selected leases of the folder in view, by their names there. */
function namesBelow(prefix: string, leaseIds: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    [...leaseIds].flatMap((leaseId) => (leaseId.startsWith(prefix) ? [leaseId.slice(prefix.length)] : [])),
  );
}

/** Reads the list again when a revocation has ended. */
function useReadAgain(ended: boolean, read: () => void): void {
  const refresh = useEffectEvent(read);
  useEffect(() => {
    if (ended) refresh();
  }, [ended]);
}
