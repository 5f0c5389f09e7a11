import { Download, FolderOpen, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '../../../../shared/vault/counted.ts';
import type { ChosenSnapshot } from '../../../../shared/vault/raft.ts';
import { chooseSnapshot, restoreSnapshot, saveSnapshot, snapshotWork } from '../../../api/snapshots.ts';
import { useStore } from '../../../api/store.ts';
import { useAction } from '../../../api/use-action.ts';
import { bytesInWords } from '../../../ui/bytes-in-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useActions } from '../../../workspace/action-registry.ts';
import { Problem } from '../../../parts/read/loaded.tsx';
import { Text } from '../../../ui/layout.tsx';
import { TopicPage } from '../../../parts/resource/topic-page.tsx';
import type { TopicPageProps } from '../topic.ts';
import { SnapshotProgress } from './snapshot-progress.tsx';
import css from './server.module.css';

/** Snapshots of the whole cluster: to a file, and back. */
export function SnapshotsPage({ session }: TopicPageProps) {
  const { sessionId } = session;
  const work = useStore(snapshotWork(sessionId));
  const [chosen, setChosen] = useState<ChosenSnapshot>();
  const saving = useAction();
  const choosing = useAction();
  const restoring = useAction();
  const isRunning = work !== undefined && work.end === undefined;
  const isBusy = isRunning || saving.busy || choosing.busy || restoring.busy;
  const save = (): void => {
    void saving.run(() => saveSnapshot(sessionId));
  };
  const choose = (): void => {
    restoring.forget();
    void choosing.run(chooseSnapshot).then((found) => {
      if (found !== undefined) setChosen(found);
    });
  };
  const restore = (snapshot: ChosenSnapshot, force: boolean): void => {
    void restoring.run(() => restoreSnapshot(sessionId, snapshot, force));
  };
  useActions(() => [
    {
      id: 'administration.snapshots.save',
      label: 'Save a snapshot…',
      group: 'Snapshots',
      icon: Download,
      disabled: isBusy,
      run: save,
    },
  ]);
  return (
    <TopicPage
      title="Snapshots"
      id="snapshots"
      actions={
        <Button icon={Download} variant="primary" disabled={isBusy} onClick={save}>
          Save snapshot…
        </Button>
      }
    >
      <Text as="p" tone="dim" size={12}>
        A snapshot contains all data of the cluster, encrypted. Restoring it needs the unseal keys of that
        time.
      </Text>
      <Problem error={saving.failure} title="No snapshot was saved" onRetry={save} />
      {work !== undefined && <SnapshotProgress work={work} />}
      <Panel
        title="Restore"
        actions={
          <Button small icon={FolderOpen} disabled={isBusy} onClick={choose}>
            {choosing.busy ? 'Checking…' : 'Choose a snapshot…'}
          </Button>
        }
      >
        <Problem error={choosing.failure} title="This snapshot cannot be restored" />
        {chosen === undefined ? (
          choosing.failure === undefined && <p>The file is checked before anything is sent.</p>
        ) : (
          <div className={css['stack']}>
            <Facts selectable>
              <Fact name="File">{chosen.fileName}</Fact>
              <Fact name="Size">{bytesInWords(chosen.bytes)}, checksums match</Fact>
              <Fact name="Nodes">{chosen.nodes.map(({ nodeId }) => nodeId).join(', ')}</Fact>
              <Fact name="Raft index">{grouped(chosen.index)}</Fact>
            </Facts>
            <Problem error={restoring.failure} title="The snapshot was not restored" />
            <div>
              <Button
                icon={RotateCcw}
                variant="danger"
                disabled={isBusy}
                onClick={() => restore(chosen, false)}
              >
                Restore snapshot…
              </Button>
            </div>
            <Disclosure title="A snapshot of another cluster">
              <p className={css['warning']}>
                Force restore does not compare the keys. This cluster then seals, and needs the other
                cluster’s unseal keys. Without those, everything here is lost.
              </p>
              <Button variant="danger" disabled={isBusy} onClick={() => restore(chosen, true)}>
                Force restore…
              </Button>
            </Disclosure>
          </div>
        )}
      </Panel>
    </TopicPage>
  );
}
