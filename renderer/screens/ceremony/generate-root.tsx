import { ScanText } from 'lucide-react';
import type { CeremonyStatus } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Note, Row } from '../../ui/layout.tsx';
import { BeginForm } from './begin-form.tsx';
import { SharesStep, countWords, useKeyCeremony } from './key-ceremony.tsx';
import type { FollowedCeremony } from './key-ceremony.tsx';
import { PgpKeys, haveProblem, usePgpKeys } from './pgp-keys.tsx';
import { ResultCard, useCeremonyResults } from './result-card.tsx';
import { Step, Steps, statesAt } from './steps.tsx';

export interface GenerateRootProps {
  readonly where: Where;
  readonly name: string;
  /** Address of the server. */
  readonly address: string;
}

/** Generates a new root token, authorised by enough share holders. */
export function GenerateRoot({ where, name, address }: GenerateRootProps) {
  const followed = useKeyCeremony(where, 'generate-root');
  const passwords = useCeremonyResults(where, address, ['root-otp']).results;
  const tokens = useCeremonyResults(where, address, ['encoded-root-token', 'root-token']);
  const { status } = followed;
  const at = status?.phase === 'shares' ? 2 : tokens.unsaved ? 3 : 1;
  const stateOf = statesAt(at);
  return (
    <>
      {followed.notices}
      {status !== undefined && (
        <Steps label="Root generation">
          <Step number={1} state={stateOf(1)} title="Begin">
            {at === 1 && <RootOptions followed={followed} />}
            {at === 2 && <Plan status={status} />}
          </Step>
          <Step number={2} state={stateOf(2)} title="Enter current shares">
            {at === 2 && (
              <>
                <SharesStep followed={followed} status={status} give="Enter key share…" />
                <Note>If you stop here, no token is made. {countWords(status)}</Note>
              </>
            )}
          </Step>
          <Step number={3} state={stateOf(3)} title="Save the root token">
            {/* It decodes the token; whoever enters the last share needs it, if that is somebody else. */}
            {passwords.map((result) => (
              <ResultCard quiet key={result.answerId} result={result} name={name} />
            ))}
            {tokens.results.map((result) => (
              <ResultCard quiet={at !== 3} key={result.answerId} result={result} name={name} />
            ))}
          </Step>
        </Steps>
      )}
      <Decode where={where} />
    </>
  );
}

function Plan({ status }: { readonly status: CeremonyStatus }) {
  const { pgpFingerprints, startedHere, hasPad, endpoint } = status;
  return (
    <Facts
      selectable
      of={[
        ['Started by', startedHere ? 'you' : 'another participant'],
        ['Encrypted to', pgpFingerprints.length > 0 && <code>{pgpFingerprints.join(', ')}</code>],
        // The password that is held here stands below.
        ['OTP', pgpFingerprints.length === 0 && !hasPad && 'with the person who started it'],
        ['Request', <code>{endpoint}</code>],
      ]}
    />
  );
}

function RootOptions({ followed }: { readonly followed: FollowedCeremony }) {
  const list = usePgpKeys();
  const { keys, missing } = list;
  const [key] = keys;
  return (
    <BeginForm
      label="Root generation"
      action="Begin root generation…"
      problem={missing ?? (keys.length > 1 ? 'There must be one PGP key.' : key?.problem)}
      showProblem={!haveProblem(keys)}
      busy={followed.action.busy}
      onBegin={() => {
        followed.begin({
          ceremony: 'generate-root',
          ...(key === undefined ? {} : { pgpKey: key.text }),
        });
      }}
    >
      <Note>The token is encoded with a one-time password (OTP), or encrypted with PGP.</Note>
      <Disclosure title="Encrypt to a PGP key" note={key?.users[0] ?? ''}>
        <PgpKeys label="PGP public key" list={list} />
      </Disclosure>
    </BeginForm>
  );
}

/** Decodes an encoded token, which another user has who gave the last share. */
function Decode({ where }: { readonly where: Where }) {
  const action = useAction();
  return (
    <>
      <ErrorPanel error={action.failure} />
      <Row wrap gap={8}>
        <Button
          small
          icon={ScanText}
          disabled={action.busy}
          onClick={() => void action.run(() => vault.ceremony.decodeRootToken({ where }))}
        >
          Decode a token…
        </Button>
      </Row>
    </>
  );
}
