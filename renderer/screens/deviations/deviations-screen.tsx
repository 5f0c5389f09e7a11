import { ClipboardCheck, RefreshCw } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { DeviatingEntry } from '../../../shared/vault/template.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { deviationsOf, deviationWords } from '../../api/templates.ts';
import { JobProgress } from '../../parts/plan/job-progress.tsx';
import { Problem } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Box, Note } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import sideCss from '../../ui/table-side.module.css';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';

const columns: readonly Column<DeviatingEntry>[] = [
  { title: 'Path', width: 200, share: 2, mono: true, text: ({ path }) => path },
  {
    title: 'Differences',
    width: 240,
    share: 3,
    text: ({ deviations }) => deviations.map(({ key, kind }) => `${key} ${deviationWords[kind]}`).join(', '),
  },
  { title: 'Template', width: 160, share: 1, mono: true, rank: 1, text: ({ template }) => template },
];

/** Entries of a folder that differ from their templates, by key; their values stay hidden. */
export function DeviationsScreen({ session }: { readonly session: SessionView }) {
  const { sessionId } = session;
  const store = deviationsOf(sessionId);
  const { folder, rows, done, total, startedMs, running, end, problem } = useStore(store);
  const { openEntry } = useWorkspaceActions();
  const mounts = useRead(session, query('mount.list', { sessionId })).data ?? [];
  const mount = mountOf(mounts, folder);
  const again = (): void => {
    if (mount !== undefined)
      void store.start({ sessionId, mount: mount.path, path: folder.slice(mount.path.length) });
  };
  if (folder === '')
    return (
      <Page>
        <EmptyState icon={ClipboardCheck} title="Nothing compared yet">
          Choose “Compare with templates” in the menu of a folder.
        </EmptyState>
      </Page>
    );
  return (
    <Page>
      <ScreenHead title={`Deviations in ${folder}`}>
        {!running && (
          <Button icon={RefreshCw} disabled={mount === undefined} onClick={again}>
            Compare again
          </Button>
        )}
      </ScreenHead>
      {running && (
        <JobProgress
          label="Entries compared"
          done={done}
          total={total}
          startedMs={startedMs}
          onCancel={store.cancel}
        />
      )}
      <Problem error={problem} title="The comparison stopped early" />
      {end !== undefined && <Note role="status">{endWords(rows.length, end.foldersRead, end.outcome)}</Note>}
      {end !== undefined && end.unreadCount > 0 && (
        <Disclosure title={`${counted(end.unreadCount, 'place')} could not be read`}>
          <ul data-selectable>
            {end.unread.map(({ path, reason }) => (
              <li key={path}>
                <code>{path}</code> {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {rows.length > 0 && (
        <Box grow className={sideCss['beside']}>
          <Table
            label="Entries that differ"
            rows={rows}
            columns={columns}
            keyOf={({ path }) => path}
            onOpen={({ path }) => {
              if (mount !== undefined)
                openEntry(mount, path.slice(mount.path.length), { sessionId, pin: true });
            }}
          />
        </Box>
      )}
    </Page>
  );
}

function endWords(differing: number, compared: number, outcome: string): string {
  const start = outcome === 'cancelled' ? 'Cancelled. ' : '';
  if (compared === 0) return `${start}No entry here has a template above it.`;
  return `${start}${grouped(differing)} of ${grouped(compared)} that were read differ.`;
}
