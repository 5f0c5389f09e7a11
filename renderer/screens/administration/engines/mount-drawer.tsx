import { ArrowUpFromLine, FolderInput, FormInput, SlidersHorizontal, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { MountKind, MountRow } from '../../../../shared/vault/mount-table.ts';
import { useForgetMounts } from '../../../api/access.ts';
import { vault } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Details } from '../details.tsx';
import { OpenForms } from '../open-forms.ts';
import { useCloseTabs } from './close-tabs.ts';
import { MountLists } from './mount-lists.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Move } from './move-progress.tsx';
import { mountOfRow, typeName } from './mount-words.ts';
import { TuneDialog } from './tune-dialog.tsx';

export interface MountDrawerProps {
  readonly session: SessionView;
  readonly kind: MountKind;
  readonly row: MountRow;
  readonly onClose: () => void;
  readonly onMove: (move: Move) => void;
}

/** One mount: its settings, its roles and users, and its actions. */
export function MountDrawer({ session, kind, row, onClose, onMove }: MountDrawerProps) {
  const { sessionId } = session;
  const { path, tuning, builtIn } = row;
  const openForms = use(OpenForms);
  const [asked, setAsked] = useState<'tune' | 'move'>();
  const forget = useForgetMounts(sessionId);
  const closeTabs = useCloseTabs(sessionId);
  const hasForms = row.kvVersion === '' && !['cubbyhole', 'system', 'identity'].includes(row.type);
  return (
    <Details
      title={path}
      failed="Nothing was changed"
      onClose={onClose}
      buttons={
        <>
          {hasForms && (
            <Button icon={FormInput} onClick={() => openForms(mountOfRow(kind, row), '')}>
              Open forms
            </Button>
          )}
          <Button icon={SlidersHorizontal} onClick={() => setAsked('tune')}>
            Tune…
          </Button>
          {!builtIn && (
            <Button icon={FolderInput} onClick={() => setAsked('move')}>
              Move…
            </Button>
          )}
        </>
      }
      changes={[
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
            onClose();
          },
        },
      ]}
      facts={[
        ['Type', typeName(row)],
        ['Description', tuning.description],
        ['Default TTL', tuning.defaultTtl === '' ? 'system default' : tuning.defaultTtl],
        ['Max TTL', tuning.maxTtl === '' ? 'system default' : tuning.maxTtl],
        ['Token type', tuning.tokenType],
        ['Listed', tuning.listed ? 'without a login' : 'after login'],
        ['Unhashed in audit', [...tuning.auditRequestKeys, ...tuning.auditResponseKeys].join(', ')],
        ['Request headers', tuning.requestHeaders.join(', ')],
        ['Response headers', tuning.responseHeaders.join(', ')],
        ['Local', row.local && 'yes'],
        ['Seal wrap', row.sealWrap && 'yes'],
        ['Plugin', row.pluginVersion],
        ['Accessor', <code>{row.accessor}</code>],
      ]}
    >
      {hasForms && <MountLists session={session} mount={mountOfRow(kind, row)} />}
      {asked === 'tune' && (
        <TuneDialog sessionId={sessionId} kind={kind} row={row} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'move' && (
        <MoveDialog
          sessionId={sessionId}
          kind={kind}
          path={path}
          onClose={() => setAsked(undefined)}
          onMove={(move) => {
            setAsked(undefined);
            onMove(move);
          }}
        />
      )}
    </Details>
  );
}
