import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Archive, Trash2 } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { CeremonyStatus } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { vault } from '../../api/client.ts';
import { panelQuery } from '../../api/cluster.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Facts, type FactRow } from '../../ui/facts.tsx';
import { Note, Row, Stack } from '../../ui/layout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BeginForm } from './begin-form.tsx';
import css from './ceremony.module.css';
import { SharesStep, countWords, useKeyCeremony } from './key-ceremony.tsx';
import type { FollowedCeremony } from './key-ceremony.tsx';
import { PgpKeys, haveProblem, keyCount, usePgpKeys } from './pgp-keys.tsx';
import { ResultCard, useCeremonyResults } from './result-card.tsx';
import { ShareNumbersFields, beginProblem, numbersOf } from './share-numbers.tsx';
import { Step, Steps, statesAt } from './steps.tsx';

type Which = 'rekey' | 'recovery-rekey';

const resultsOf = {
  rekey: { shares: ['unseal-keys'], backup: ['unseal-key-backup'] },
  'recovery-rekey': { shares: ['recovery-keys'], backup: ['recovery-key-backup'] },
} as const;

export interface RekeyProps {
  readonly where: Where;
  readonly name: string;
  /** Address of the server. */
  readonly address: string;
}

/** Replaces the unseal or recovery keys. */
export function Rekey({ where, name, address }: RekeyProps) {
  const [which, setWhich] = useState<Which>('rekey');
  const seal = useQuery(panelQuery(where, 'seal', false)).data?.facts;
  return (
    <>
      {seal?.panel === 'seal' && seal.recoverySeal && (
        <Segmented
          label="Keys"
          options={[
            { value: 'rekey', label: 'Unseal keys' },
            { value: 'recovery-rekey', label: 'Recovery keys' },
          ]}
          value={which}
          onValue={setWhich}
        />
      )}
      <RekeySteps key={which} where={where} which={which} name={name} address={address} />
    </>
  );
}

function RekeySteps({ where, which, name, address }: RekeyProps & { readonly which: Which }) {
  const followed = useKeyCeremony(where, which);
  const { results, unsaved } = useCeremonyResults(where, address, resultsOf[which].shares);
  const backups = useCeremonyResults(where, address, resultsOf[which].backup).results;
  const { status } = followed;
  const phase = status?.phase;
  const at = phase === 'shares' ? 2 : unsaved ? 3 : phase === 'verification' ? 4 : 1;
  const stateOf = statesAt(at);
  return (
    <>
      {followed.notices}
      {status !== undefined && (
        <Steps label="Rekey">
          <Step number={1} state={stateOf(1)} title="Begin">
            {at === 1 && <RekeyOptions which={which} followed={followed} needed={status.needed} />}
            <Plan status={status} />
          </Step>
          <Step number={2} state={stateOf(2)} title="Enter current shares">
            {at === 2 && (
              <>
                <SharesStep followed={followed} status={status} give="Enter key share…" />
                <Note>If you stop here, nothing has changed. {countWords(status)}</Note>
              </>
            )}
          </Step>
          <Step number={3} state={stateOf(3)} title="Save new shares">
            {results.map((result) => (
              <ResultCard quiet={at !== 3} key={result.answerId} result={result} name={name} />
            ))}
            {results.length === 0 && phase === 'verification' && (
              <Note>The holder who entered the last share has them.</Note>
            )}
          </Step>
          {status.rekey?.verifies !== false && (
            <Step number={4} state={stateOf(4)} title="Verify new shares">
              {phase === 'verification' ? (
                <>
                  <SharesStep
                    quiet={at !== 4}
                    followed={followed}
                    status={status}
                    give="Enter new key share…"
                  />
                  <Note>
                    If you stop here, only the old shares work, not the new ones. {countWords(status)}
                  </Note>
                </>
              ) : (
                <Note>Holders enter their new shares once, which proves that they work.</Note>
              )}
            </Step>
          )}
        </Steps>
      )}
      {backups.map((result) => (
        <ResultCard quiet key={result.answerId} result={result} name={name} />
      ))}
      {'sessionId' in where && status !== undefined && <Backup where={where} which={which} />}
    </>
  );
}

function Plan({ status }: { readonly status: CeremonyStatus }) {
  const { rekey, pgpFingerprints, startedHere, endpoint } = status;
  if (rekey === undefined) return null;
  return (
    <Facts
      selectable
      of={[
        ['New shares', `${String(rekey.shares)}, threshold ${String(rekey.threshold)}`],
        ['Started by', startedHere ? 'you' : 'another participant'],
        ['Verification', rekey.verifies ? 'required' : 'none'],
        ['Backup', rekey.backup && 'kept by the server, encrypted'],
        ...pgpFingerprints.map((print, at): FactRow => [`PGP key ${String(at + 1)}`, <code>{print}</code>]),
        ['Request', <code>{endpoint}</code>],
      ]}
    />
  );
}

interface RekeyOptionsProps {
  readonly which: Which;
  readonly followed: FollowedCeremony;
  readonly needed: number;
}

function RekeyOptions({ which, followed, needed }: RekeyOptionsProps) {
  const [typed, setTyped] = useState({ shares: '5', threshold: '3' });
  const [verify, setVerify] = useState(true);
  const [backup, setBackup] = useState(false);
  const list = usePgpKeys();
  const { keys, missing } = list;
  return (
    <BeginForm
      label="New shares"
      action="Begin rekey…"
      problem={missing ?? beginProblem(typed, keys)}
      showProblem={missing !== undefined || (keys.length > 0 && !haveProblem(keys))}
      busy={followed.action.busy}
      onBegin={() => {
        const pgpKeys = keys.map(({ text }) => text);
        followed.begin({
          ceremony: which,
          ...numbersOf(typed),
          pgpKeys,
          verify,
          backup: backup && keys.length > 0,
        });
      }}
    >
      <Note>Needs {counted(needed, 'current key share')}</Note>
      <ShareNumbersFields typed={typed} onTyped={setTyped} />
      <Checkbox
        label="Verify the new shares"
        hint={`Old shares work until ${String(numbersOf(typed).threshold)} new ones are verified.`}
        checked={verify}
        onChecked={setVerify}
      />
      <Disclosure title="Encrypt to PGP keys" note={keyCount(keys)}>
        <Stack gap={12}>
          <PgpKeys label="PGP public keys" list={list} />
          <Checkbox
            label="Keep a backup on the server"
            hint="Only the private keys decrypt it."
            checked={backup}
            disabled={keys.length === 0}
            onChecked={setBackup}
          />
        </Stack>
      </Disclosure>
    </BeginForm>
  );
}

function Backup({ where, which }: { readonly where: Where; readonly which: Which }) {
  const action = useAction();
  return (
    <Disclosure title="Backup of encrypted shares">
      <div className={css['form']}>
        <Note>Kept by the server if a rekey with PGP keys asked for it.</Note>
        <ErrorPanel error={action.failure} />
        <Row wrap gap={8}>
          <Button
            small
            icon={Archive}
            disabled={action.busy}
            onClick={() => void action.run(() => vault.ceremony.backup({ where, ceremony: which }))}
          >
            Read backup
          </Button>
          <Button
            small
            variant="danger"
            icon={Trash2}
            disabled={action.busy}
            onClick={() => void action.run(() => vault.ceremony.removeBackup({ where, ceremony: which }))}
          >
            Delete backup…
          </Button>
        </Row>
      </div>
    </Disclosure>
  );
}
