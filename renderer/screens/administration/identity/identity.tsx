import { useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { IdentityKind } from '../../../../shared/vault/identity.ts';
import { query } from '../../../api/client.ts';
import { Row } from '../../../ui/layout.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { toned } from '../../../ui/tone.ts';
import { Resource } from '../../../parts/resource/resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { EditDialog } from './edit-dialog.tsx';
import { FindIdentity } from './find-identity.tsx';
import { IdentityDrawer } from './identity-drawer.tsx';
import { identityColumns, identityKey, identityKinds, identityNames, namedBy } from './identity-words.ts';

/** Entities, groups and aliases: one field to filter and to look up, a list of each kind, and the chosen one. */
export function Identity({ session }: TopicPageProps) {
  const { sessionId } = session;
  const [kind, setKind] = useState<IdentityKind>('entity');
  const [text, setText] = useState('');
  const words = identityNames[kind];
  return (
    <Resource
      session={session}
      title="Identity"
      id="identity"
      list={query('identity.list', { sessionId, kind })}
      failed={`${words.many} could not be listed`}
      note={({ data }) => data && countWords(kind, data.rows.length, data.total)}
      label={words.many}
      rows={({ rows }) => rows}
      keyOf={({ id }) => identityKey({ kind, id })}
      columns={identityColumns[kind]}
      filter={{
        text,
        none: 'No match',
        texts: ({ name, id, mount, aliases }) => [name, id, mount, ...aliases],
      }}
      empty={
        <p className={toned('dim')}>
          {kind === 'entity' ? 'None yet. A user’s first login creates an entity.' : 'None yet.'}
        </p>
      }
      top={({ choose }) => (
        <FindIdentity
          session={session}
          text={text}
          onText={setText}
          onFound={(found) => choose(identityKey(found))}
        />
      )}
      head={
        <Row wrap gap={8}>
          <Segmented
            label="Kind"
            value={kind}
            options={identityKinds.map((value) => ({ value, label: identityNames[value].many }))}
            onValue={setKind}
          />
        </Row>
      }
      create={{
        label: `New ${words.one}…`,
        form:
          ({ choose }) =>
          (close) => (
            <EditDialog
              session={session}
              kind={kind}
              onClose={close}
              onSaved={(id) => choose(identityKey({ kind, id }))}
            />
          ),
      }}
      drawer={(key, { choose, close }) => (
        <IdentityDrawer
          session={session}
          chosen={namedBy(key)}
          onOpen={(another) => choose(identityKey(another))}
          onClose={close}
        />
      )}
    />
  );
}

function countWords(kind: IdentityKind, shown: number, total: number): string {
  const { one, many } = identityNames[kind];
  const all = total === 1 ? `1 ${one}` : `${grouped(total)} ${many.toLowerCase()}`;
  return shown < total ? `the first ${grouped(shown)} of ${all}` : all;
}
