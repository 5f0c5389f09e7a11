import { Folder, Hourglass, ShieldX, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { LeaseFolder, PrefixRevoked } from '../../../../shared/vault/lease.ts';
import { useForgetLeases } from '../../../api/access.ts';
import { query, vault } from '../../../api/client.ts';
import { useStore } from '../../../api/store.ts';
import { form, FormButton, type Form } from '../../../parts/form/draft-form.tsx';
import { RevokeResult } from '../../../parts/plan/revoke-result.tsx';
import { Button } from '../../../ui/button.tsx';
import { field } from '../../../ui/fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row } from '../../../ui/layout.tsx';
import { OpenField } from '../../../ui/open-field.tsx';
import type { Column } from '../../../ui/table.tsx';
import { toned } from '../../../ui/tone.ts';
import { Resource } from '../../../parts/resource/resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { LeaseDrawer } from './lease-drawer.tsx';
import { leasesOf } from './lease-store.ts';
import { RevokedPrefix } from './revoked-prefix.tsx';
import css from '../administration.module.css';
import own from './leases.module.css';

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
  const [result, setResult] = useState<PrefixRevoked & { readonly prefix: string }>();
  const store = leasesOf(sessionId);
  const { selected, revoking } = useStore(store);
  useReadAgain(revoking?.running === false, useForgetLeases(sessionId));
  const goTo = (name: string, choose: (leaseId: string) => void): void => {
    if (name === '' || name.endsWith('/')) setPrefix(name);
    else choose(name);
  };
  return (
    <Resource
      session={session}
      title="Leases"
      id="leases"
      list={query('lease.list', { sessionId, prefix })}
      failed="The leases could not be listed"
      sudo
      note={({ data }) => data && shownOfAll(data)}
      label={prefix === '' ? 'Leases' : `Leases below ${prefix}`}
      rows={({ folders, leases }) => [...folders, ...leases]}
      keyOf={(name) => prefix + name}
      columns={columns}
      onOpen={(name, { choose }) => goTo(prefix + name, choose)}
      selection={({ costs, data: { leases } }) =>
        costs || leases.length === 0
          ? undefined
          : {
              isSelectable: (name) => !name.endsWith('/'),
              selected,
              nameOf: (name) => name,
              onToggle: (name) => store.toggle(prefix + name),
              onSelect: (keys) => store.select(keys),
            }
      }
      empty={
        <p className={toned('dim')}>
          {prefix === '' ? 'The server has no leases.' : 'No leases below this prefix.'}
        </p>
      }
      actions={({ refresh }) => (
        <>
          <SelectionButtons store={store} />
          <FormButton
            variant="danger"
            icon={ShieldX}
            disabled={prefix === ''}
            title={prefix === '' ? 'Open a prefix first' : undefined}
            form={revokeForm(sessionId, prefix, (revoked) => {
              setResult({ ...revoked, prefix });
              refresh();
            })}
          >
            Revoke prefix…
          </FormButton>
        </>
      )}
      top={({ choose }) => (
        <>
          <Row wrap gap={8}>
            <OpenField
              label="Lease ID, or a prefix that ends in /"
              text={text}
              onText={setText}
              onEnter={() => goTo(text.trim().replace(/^\/+/, ''), choose)}
            />
          </Row>
          {result !== undefined && (
            <RevokedPrefix result={result} prefix={result.prefix} onDismiss={() => setResult(undefined)} />
          )}
          {revoking !== undefined && <RevokeResult things="leases" revoking={revoking} store={store} />}
        </>
      )}
      head={<Crumbs prefix={prefix} onPrefix={setPrefix} />}
      drawer={(leaseId, { close }) => <LeaseDrawer session={session} leaseId={leaseId} onClose={close} />}
    />
  );
}

/** Revokes everything below a prefix: main counts it first, and asks to type the prefix. */
function revokeForm(sessionId: string, prefix: string, revoked: (result: PrefixRevoked) => void): Form {
  return form({
    title: `Revoke all leases below ${prefix}`,
    description: 'They are counted first; you confirm by typing the prefix.',
    action: 'Count and revoke…',
    variant: 'danger',
    busy: 'Working…',
    failed: 'Not revoked',
    sudo: true,
    first: { force: false },
    submit: async ({ force }) => revoked(await vault.lease.revokePrefix({ sessionId, prefix, force })),
    fields: () => [
      field.check('force', 'Force', {
        danger: true,
        hint: 'Also forget leases whose credential cannot be revoked; it may stay valid.',
      }),
    ],
  });
}

interface CrumbsProps {
  /** Empty, or with a trailing slash. */
  readonly prefix: string;
  readonly onPrefix: (prefix: string) => void;
}

/** Breadcrumb of the current prefix, with links up. */
function Crumbs({ prefix, onPrefix }: CrumbsProps) {
  const parts = prefix.split('/').slice(0, -1);
  return (
    <nav className={own['crumbs']} aria-label="Prefix">
      <button type="button" onClick={() => onPrefix('')} disabled={prefix === ''}>
        All leases
      </button>
      {parts.map((part, at) => {
        const to = `${parts.slice(0, at + 1).join('/')}/`;
        return (
          <button key={to} type="button" disabled={to === prefix} onClick={() => onPrefix(to)}>
            {part}/
          </button>
        );
      })}
    </nav>
  );
}

/** The number of names in view, if there are more. */
function shownOfAll({ folders, leases, total }: LeaseFolder): string | undefined {
  const shown = folders.length + leases.length;
  return total > shown ? `the first ${grouped(shown)} of ${grouped(total)}` : undefined;
}

/** Revokes the selected leases; a selection can reach over several prefixes. */
function SelectionButtons({ store }: { readonly store: ReturnType<typeof leasesOf> }) {
  const { selected, revoking } = useStore(store);
  return (
    <>
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

/** Reads the list again when a revocation has ended. */
function useReadAgain(ended: boolean, read: () => void): void {
  const refresh = useEffectEvent(read);
  useEffect(() => {
    if (ended) refresh();
  }, [ended]);
}
