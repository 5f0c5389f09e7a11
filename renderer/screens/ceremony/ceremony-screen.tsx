import type { SessionView } from '../../../shared/ipc/contract.ts';
import { ceremonyNames } from '../../../shared/vault/ceremony.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { Note, Stack, Text } from '../../ui/layout.tsx';
import { ceremonyTitles } from '../../workspace/ceremony-titles.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import css from './ceremony.module.css';
import { GenerateRoot } from './generate-root.tsx';
import { Init } from './init.tsx';
import { Rekey } from './rekey.tsx';
import { RotateRoot } from './rotate-root.tsx';
import { Unseal } from './unseal.tsx';

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

export interface CeremonyProps {
  readonly where: Where;
  /** Name of the connection. */
  readonly name: string;
  readonly address: string;
  readonly ceremony: CeremonyName;
  readonly onCeremony: (ceremony: CeremonyName) => void;
  /** Absent without a login. */
  readonly session?: SessionView;
}

/** One ceremony, and links to the others. */
export function Ceremony(props: CeremonyProps) {
  const { where, name, address, ceremony, onCeremony, session } = props;
  return (
    <>
      <Stack as="header" align="start" gap={4}>
        <Text as="h2" size="title" weight={650} leading={26}>
          {ceremonyTitles[ceremony]}
        </Text>
        <Note>
          <span data-selectable>{address}</span> · Shares are typed in the secure prompt and go to confirmed
          addresses only.
        </Note>
      </Stack>
      <Segmented
        label="Ceremony"
        options={ceremonyNames.map((value) => ({ value, label: ceremonyTitles[value] }))}
        value={ceremony}
        onValue={onCeremony}
      />
      <div className={css['content']}>
        {ceremony === 'init' && (
          <Init where={where} name={name} address={address} {...(session === undefined ? {} : { session })} />
        )}
        {ceremony === 'unseal' && <Unseal where={where} />}
        {ceremony === 'rekey' && <Rekey where={where} name={name} address={address} />}
        {ceremony === 'rotate-root' && <RotateRoot where={where} onRekey={() => onCeremony('rekey')} />}
        {ceremony === 'generate-root' && <GenerateRoot where={where} name={name} address={address} />}
      </div>
    </>
  );
}
