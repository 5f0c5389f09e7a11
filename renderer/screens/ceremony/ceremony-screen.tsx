import type { SessionView } from '../../../shared/ipc/contract.ts';
import { ceremonyNames } from '../../../shared/vault/ceremony.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { Note, Stack, Row } from '../../ui/layout.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { ceremonyTitles } from '../../workspace/ceremony-titles.ts';
import { isNotHere } from '../../parts/read/loaded.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import css from './ceremony.module.css';
import { GenerateRoot } from './generate-root.tsx';
import { Init } from './init.tsx';
import { Rekey } from './rekey.tsx';
import { Unseal } from './unseal.tsx';
import { RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';

/** A ceremony in a tab; an unknown argument means unsealing. */
export function CeremonyScreen({
  session,
  argument,
}: {
  readonly session: SessionView;
  readonly argument: string;
}) {
  const { openScreen } = useWorkspaceActions();
  const ceremony = ceremonyNames.find((name) => name === argument) ?? 'unseal';
  return (
    <div className={css['screen']}>
      <Ceremony
        where={{ sessionId: session.sessionId }}
        name={session.name}
        address={session.address}
        session={session}
        ceremony={ceremony}
        onCeremony={(name) => openScreen('ceremony', name)}
      />
    </div>
  );
}

const options = ceremonyNames
  .filter((name) => name !== 'init')
  .map((value) => ({ value, label: ceremonyTitles[value] }));

export interface CeremonyProps {
  readonly where: Where;
  /** Name of the connection. */
  readonly name: string;
  readonly address: string;
  readonly ceremony: CeremonyName;
  readonly onCeremony: (ceremony: CeremonyName) => void;
  /** Absent without a login. */
  readonly session?: SessionView;
  /** Beside the title. */
  readonly back?: ReactNode;
}

/** One ceremony, and links to the others. */
export function Ceremony(props: CeremonyProps) {
  const { where, name, address, ceremony, onCeremony, session, back } = props;
  // An empty server has no keys for any other ceremony.
  const isFirst = ceremony === 'init';
  return (
    <>
      <ScreenHead title={isFirst ? ceremonyTitles.init : 'Key ceremony'} note={back} />
      <Stack align="start" gap={8}>
        {!isFirst && <Segmented label="Ceremony" options={options} value={ceremony} onValue={onCeremony} />}
        {session === undefined && (
          <Note code size={12} data-selectable>
            {address}
          </Note>
        )}
      </Stack>
      <div className={css['content']}>
        {ceremony === 'init' && (
          <Init where={where} name={name} address={address} {...(session === undefined ? {} : { session })} />
        )}
        {ceremony === 'unseal' && <Unseal where={where} onInit={() => onCeremony('init')} />}
        {ceremony === 'rekey' && <Rekey where={where} name={name} address={address} />}
        {ceremony === 'rotate-root' && <RotateRoot where={where} onRekey={() => onCeremony('rekey')} />}
        {ceremony === 'generate-root' && <GenerateRoot where={where} name={name} address={address} />}
      </div>
    </>
  );
}

interface RotateRootProps {
  readonly where: Where;
  readonly onRekey: () => void;
}

/** Rotates the root key, which encrypts the keyring; needs only a token's permission if the server offers that. */
function RotateRoot({ where, onRekey }: RotateRootProps) {
  const action = useAction();
  const [doneAt, setDoneAt] = useState<string>();
  const { failure } = action;
  const rekey = (
    <Button variant="primary" onClick={onRekey}>
      Rekey the unseal keys
    </Button>
  );
  const rotate = async (): Promise<void> => {
    const done = await action.run(async () => {
      await vault.ceremony.rotateRoot({ where });
      return true;
    });
    if (done === true) setDoneAt(new Date().toISOString());
  };
  return (
    <>
      {!isNotHere(failure) && (
        <p>The root key encrypts the keyring. Key shares stay valid; nothing has to be unsealed.</p>
      )}
      <ErrorPanel error={failure} actions={failure?.kind === 'not-offered' ? rekey : undefined} />
      {doneAt !== undefined && (
        <p role="status">
          Rotated <RelativeTime iso={doneAt} />.
        </p>
      )}
      {!isNotHere(failure) && (
        <Row wrap gap={8}>
          <Button variant="primary" icon={RefreshCw} disabled={action.busy} onClick={() => void rotate()}>
            Rotate root key…
          </Button>
        </Row>
      )}
    </>
  );
}
