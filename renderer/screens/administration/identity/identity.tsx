import { Plus } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { IdentityKind } from '../../../../shared/vault/identity.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterBox } from '../../../ui/filter-box.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Table } from '../../../ui/table.tsx';
import { useActions } from '../../../workspace/action-registry.ts';
import { Beside } from '../details.tsx';
import { Loaded } from '../../../parts/read/loaded.tsx';
import type { TopicPageProps } from '../topic.ts';
import { TopicPage } from '../topic-page.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { Row } from '../../../ui/layout.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { FindIdentity } from './find-identity.tsx';
import { IdentityDrawer, type Named } from './identity-drawer.tsx';
import { query } from '../../../api/client.ts';
import { identityColumns, identityKinds, identityNames } from './identity-words.ts';
import { toned } from '../../../ui/tone.ts';

/** Entities, groups and aliases: one look-up, a list of each kind, and the chosen one beside it. */
export function Identity({ session }: TopicPageProps) {
  const { sessionId } = session;
  const [kind, setKind] = useState<IdentityKind>('entity');
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<Named>();
  const [creating, setCreating] = useState(false);
  const list = useRead(session, query('identity.list', { sessionId, kind }));
  const words = identityNames[kind];
  const create = (): void => setCreating(true);
  useActions(() => [
    { id: 'identity.new', label: `New ${words.one}…`, group: 'Identity', icon: Plus, run: create },
  ]);
  const needle = filter.trim().toLowerCase();
  const shown = (list.data?.rows ?? []).filter((row) =>
    [row.name, row.id, row.mount, ...row.aliases].some((text) => text.toLowerCase().includes(needle)),
  );
  return (
    <TopicPage
      title="Identity"
      id="identity"
      query={list}
      note={list.data === undefined ? undefined : countWords(list.data.rows.length, list.data.total)}
      actions={
        <Button variant="primary" icon={Plus} onClick={create}>
          New {words.one}…
        </Button>
      }
    >
      <FindIdentity session={session} onFound={setChosen} />
      <Beside
        drawer={
          chosen !== undefined && (
            <IdentityDrawer
              key={chosen.id}
              session={session}
              chosen={chosen}
              onOpen={setChosen}
              onClose={() => setChosen(undefined)}
            />
          )
        }
      >
        <Row wrap gap={8}>
          <Segmented
            label="Kind"
            value={kind}
            options={identityKinds.map((value) => ({ value, label: identityNames[value].many }))}
            onValue={setKind}
          />
        </Row>
        <Loaded query={list} failed={`${words.many} could not be listed`}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p className={toned('dim')}>
                {kind === 'entity' ? 'None yet. The first login of somebody makes an entity.' : 'None yet.'}
              </p>
            ) : (
              <>
                <FilterBox data-filter label="Filter" text={filter} onText={setFilter} />
                <Table
                  label={words.many}
                  rows={shown}
                  columns={identityColumns[kind]}
                  keyOf={({ id }) => id}
                  chosen={chosen?.id ?? ''}
                  onOpen={({ id }) => setChosen({ kind, id })}
                />
              </>
            )
          }
        </Loaded>
      </Beside>
      {creating && (
        <EditDialog
          session={session}
          kind={kind}
          onClose={() => setCreating(false)}
          onSaved={(id) => {
            setCreating(false);
            setChosen({ kind, id });
          }}
        />
      )}
    </TopicPage>
  );
}

function countWords(shown: number, total: number): string {
  const all = grouped(total);
  return shown < total ? `the first ${grouped(shown)} of ${all}` : all;
}
