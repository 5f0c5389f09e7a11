import { ArrowUpFromLine, FolderInput, FormInput, SlidersHorizontal, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { MountKind, MountRow, MountTable } from '../../../../shared/vault/mount-table.ts';
import { useForgetMounts } from '../../../api/access.ts';
import { query, vault } from '../../../api/client.ts';
import { Problem } from '../../../parts/read/loaded.tsx';
import { Chip } from '../../../ui/chip.tsx';
import type { Column } from '../../../ui/table.tsx';
import { OpenForms } from '../open-forms.ts';
import { Resource } from '../../../parts/resource/resource.tsx';
import type { TopicPageProps } from '../topic.ts';
import { useCloseTabs } from './close-tabs.ts';
import { enableForm, moveForm, tuneForm } from './mount-forms.tsx';
import { MountLists } from './mount-lists.tsx';
import { MoveProgress, type Move } from './move-progress.tsx';
import { mountOfRow, mountWords, typeName } from './mount-words.ts';

/** Wide enough for the longest path, within reason: it tells the rows apart. */
const columnsOf = ({ rows }: MountTable): readonly Column<MountRow>[] => [
  {
    title: 'Path',
    width: Math.min(320, Math.max(120, ...rows.map(({ path }) => 20 + path.length * 7.5))),
    share: 1,
    mono: true,
    text: ({ path }) => path,
  },
  {
    title: 'Type',
    width: 92,
    share: 1,
    text: typeName,
    cell: (row) => (
      <>
        {typeName(row)}
        {row.deprecation !== '' && row.deprecation !== 'supported' && (
          <>
            {' '}
            <Chip tone="warn">{row.deprecation}</Chip>
          </>
        )}
      </>
    ),
  },
  { title: 'Description', width: 110, share: 2, rank: 2, text: ({ tuning }) => tuning.description },
  {
    title: 'TTL / max',
    width: Math.max(84, ...rows.map(({ tuning }) => 16 + ttlWords(tuning).length * 7)),
    rank: 1,
    isNeededBy: hasOwnTtl,
    text: ({ tuning }) => ttlWords(tuning),
  },
];

function hasOwnTtl({ tuning: { defaultTtl, maxTtl } }: Pick<MountRow, 'tuning'>): boolean {
  return defaultTtl !== '' || maxTtl !== '';
}

function ttlWords(tuning: MountRow['tuning']): string {
  if (!hasOwnTtl({ tuning })) return '—';
  const { defaultTtl, maxTtl } = tuning;
  return `${defaultTtl === '' ? 'default' : defaultTtl} / ${maxTtl === '' ? 'default' : maxTtl}`;
}

/** The secrets engines of a server. */
export const SecretsEngines = ({ session }: TopicPageProps) => <Mounts session={session} kind="secret" />;

/** The auth methods of a server. */
export const AuthMethods = ({ session }: TopicPageProps) => <Mounts session={session} kind="auth" />;

interface MountsProps {
  readonly session: SessionView;
  readonly kind: MountKind;
}

/** The mounts of a kind in a table, with the chosen one beside it. */
function Mounts({ session, kind }: MountsProps) {
  const { sessionId } = session;
  const words = mountWords[kind];
  const [move, setMove] = useState<Move>();
  const openForms = use(OpenForms);
  const forget = useForgetMounts(sessionId);
  const closeTabs = useCloseTabs(sessionId);
  return (
    <Resource
      session={session}
      title={words.title}
      id={words.id}
      note={({ data }) =>
        data && `${grouped(data.rows.length)} ${data.refusal === undefined ? 'enabled' : 'visible'}`
      }
      list={query('mount.table', { sessionId, kind })}
      failed={`The ${words.title.toLowerCase()} could not be listed`}
      rows={({ rows }) => rows}
      keyOf={({ path }) => path}
      columns={columnsOf}
      filter={{ label: 'Filter', texts: ({ path, type, tuning }) => [path, type, tuning.description] }}
      top={() => move !== undefined && <MoveProgress session={session} move={move} />}
      above={({ refusal }) => refusal !== undefined && <Problem error={refusal} title="Partial list" />}
      create={{
        label: words.enable,
        form: ({ data, choose }) =>
          enableForm(sessionId, kind, data?.types, (path) => {
            forget();
            choose(path);
          }),
      }}
      details={(row, { close }) => {
        const { path, tuning, builtIn } = row;
        const mount = mountOfRow(kind, row);
        const hasForms = row.kvVersion === '' && !['cubbyhole', 'system', 'identity'].includes(row.type);
        return {
          title: path,
          failed: 'Nothing was changed',
          changes: [
            hasForms && { label: 'Open forms', icon: FormInput, run: () => openForms(mount, '') },
            { label: 'Tune…', icon: SlidersHorizontal, form: tuneForm(sessionId, kind, row, forget) },
            !builtIn && { label: 'Move…', icon: FolderInput, form: moveForm(sessionId, kind, path, setMove) },
            !builtIn &&
              row.kvVersion === '1' && {
                label: 'Upgrade to v2…',
                icon: ArrowUpFromLine,
                run: () => vault.mount.upgrade({ sessionId, path }),
                done: `${path} is KV version 2 now.`,
                onDone: forget,
              },
            !builtIn && {
              label: 'Disable…',
              icon: Trash2,
              danger: true,
              run: () => vault.mount.disable({ sessionId, kind, path }),
              done: `${path} is disabled.`,
              onDone: () => {
                if (kind === 'secret') closeTabs(path);
                forget();
                close();
              },
            },
          ],
          facts: [
            ['Type', typeName(row)],
            ['Description', tuning.description],
            ['Default TTL', tuning.defaultTtl === '' ? 'system default' : tuning.defaultTtl],
            ['Max TTL', tuning.maxTtl === '' ? 'system default' : tuning.maxTtl],
            ['Token type', tuning.tokenType],
            ['Visible before login', tuning.listed ? 'yes' : 'no'],
            ['Unhashed in audit', [...tuning.auditRequestKeys, ...tuning.auditResponseKeys].join(', ')],
            ['Request headers', tuning.requestHeaders.join(', ')],
            ['Response headers', tuning.responseHeaders.join(', ')],
            ['Local', row.local && 'yes'],
            ['Seal wrap', row.sealWrap && 'yes'],
            ['Plugin', row.pluginVersion],
            ['Accessor', <code>{row.accessor}</code>],
          ],
          children: hasForms && <MountLists session={session} mount={mount} />,
        };
      }}
    />
  );
}
