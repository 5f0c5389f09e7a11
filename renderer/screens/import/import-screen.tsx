import { FileInput } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { importFacts, importFormats } from '../../../shared/vault/import.ts';
import { useStore } from '../../api/store.ts';
import { importOf, type ImportSnapshot, type ImportStore } from '../../parts/plan/import-store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Stack } from '../../ui/layout.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { showTree } from '../../workspace/side-list.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './import.module.css';
import { Mapping } from './mapping.tsx';

/** Import into a folder: a file, the mapping of its items, then the plan. */
export function ImportScreen({ session }: { readonly session: SessionView }) {
  const store = importOf(session.sessionId);
  const snapshot = useStore(store);
  const { openScreen } = useWorkspaceActions();
  const { mount, file, draft, busy, error } = snapshot;
  return (
    <Stack full gap={12} className={css['screen']}>
      <ScreenHead title="Import">
        {file !== undefined && (
          <>
            <Button small onClick={() => store.close()}>
              Discard
            </Button>
            <Button small icon={FileInput} disabled={busy !== undefined} onClick={() => void store.choose()}>
              Another file…
            </Button>
          </>
        )}
      </ScreenHead>
      <ErrorPanel
        error={error}
        title={file === undefined ? 'The file was not read' : 'Nothing was imported'}
      />
      {mount === undefined ? (
        <EmptyState
          icon={FileInput}
          title="No folder is chosen"
          actions={<Button onClick={showTree}>Go to the tree</Button>}
        >
          <p>Choose “Import…” in the menu of a folder.</p>
        </EmptyState>
      ) : file === undefined || draft === undefined ? (
        <Choose store={store} snapshot={snapshot} to={mount.path + snapshot.folder} />
      ) : (
        <Mapping
          store={store}
          snapshot={{ ...snapshot, mount, file, draft }}
          onPlanned={() => openScreen('plan', '', session.sessionId)}
        />
      )}
    </Stack>
  );
}

interface ChooseProps {
  readonly store: ImportStore;
  readonly snapshot: ImportSnapshot;
  readonly to: string;
}

const formats = importFormats.map((format) => importFacts[format].label).join(', ');

function Choose({ store, snapshot: { busy }, to }: ChooseProps) {
  return (
    <EmptyState
      icon={FileInput}
      title={`Import into ${to}`}
      actions={
        <Button variant="primary" autoFocus disabled={busy !== undefined} onClick={() => void store.choose()}>
          {busy === undefined ? 'Choose a file…' : 'Reading the file'}
        </Button>
      }
    >
      <p>{formats}.</p>
      <p>A file can have 128 MiB, one of YAML 8 MiB: reading it takes much memory.</p>
      <p>A file encrypted with age is opened in the secure prompt.</p>
    </EmptyState>
  );
}
