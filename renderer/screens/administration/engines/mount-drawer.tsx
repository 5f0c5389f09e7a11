import { ArrowUpFromLine, FolderInput, FormInput, SlidersHorizontal, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { MountKind, MountRow } from '../../../../shared/vault/mount-table.ts';
import { disableMount, upgradeMount, useForgetMounts } from '../../../api/access.ts';
import { useAction } from '../../../api/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { ChangeButton } from '../change-button.tsx';
import { Drawer } from '../drawer.tsx';
import { Problem } from '../../../parts/read/loaded.tsx';
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
  const action = useAction();
  const forget = useForgetMounts(sessionId);
  const closeTabs = useCloseTabs(sessionId);
  const secrets = row.kvVersion !== '' || row.type === 'cubbyhole';
  return (
    <Drawer
      title={path}
      onClose={onClose}
      actions={
        <>
          {!secrets && row.type !== 'system' && row.type !== 'identity' && (
            <Button icon={FormInput} onClick={() => openForms(mountOfRow(kind, row), '')}>
              Open forms
            </Button>
          )}
          <Button icon={SlidersHorizontal} onClick={() => setAsked('tune')}>
            Tune…
          </Button>
          {!builtIn && (
            <>
              <Button icon={FolderInput} onClick={() => setAsked('move')}>
                Move…
              </Button>
              {row.kvVersion === '1' && (
                <ChangeButton
                  label="Upgrade to v2…"
                  icon={ArrowUpFromLine}
                  action={action}
                  run={() => upgradeMount({ sessionId, path })}
                  done={`${path} is KV version 2 now.`}
                  onDone={forget}
                />
              )}
              <ChangeButton
                label="Disable…"
                icon={Trash2}
                variant="danger"
                action={action}
                run={() => disableMount({ sessionId, kind, path })}
                done={`${path} is disabled.`}
                onDone={() => {
                  if (kind === 'secret') closeTabs(path);
                  forget();
                  onClose();
                }}
              />
            </>
          )}
        </>
      }
    >
      {action.failure !== undefined && <Problem error={action.failure} title="Nothing was changed" />}
      <Facts selectable>
        <Fact name="Type">{typeName(row)}</Fact>
        {tuning.description !== '' && <Fact name="Description">{tuning.description}</Fact>}
        <Fact name="Default TTL">{tuning.defaultTtl === '' ? 'system default' : tuning.defaultTtl}</Fact>
        <Fact name="Max TTL">{tuning.maxTtl === '' ? 'system default' : tuning.maxTtl}</Fact>
        {tuning.tokenType !== '' && <Fact name="Token type">{tuning.tokenType}</Fact>}
        <Fact name="Listed">{tuning.listed ? 'without a login' : 'after login'}</Fact>
        {names('Unhashed in audit', [...tuning.auditRequestKeys, ...tuning.auditResponseKeys])}
        {names('Request headers', tuning.requestHeaders)}
        {names('Response headers', tuning.responseHeaders)}
        {row.local && <Fact name="Local">yes</Fact>}
        {row.sealWrap && <Fact name="Seal wrap">yes</Fact>}
        {row.pluginVersion !== '' && <Fact name="Plugin">{row.pluginVersion}</Fact>}
        <Fact name="Accessor">
          <code>{row.accessor}</code>
        </Fact>
      </Facts>
      {!secrets && !['system', 'identity'].includes(row.type) && (
        <MountLists session={session} mount={mountOfRow(kind, row)} />
      )}
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
    </Drawer>
  );
}

function names(name: string, texts: readonly string[]) {
  return texts.length === 0 ? null : <Fact name={name}>{texts.join(', ')}</Fact>;
}
