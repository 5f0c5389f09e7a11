import { useQuery } from '@tanstack/react-query';
import { Database, FileClock } from 'lucide-react';
import { useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { NewAuditDevice } from '../../../shared/vault/audit.ts';
import { plainTuning, type NewMount } from '../../../shared/vault/mount-table.ts';
import type { SealFacts } from '../../../shared/vault/system.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { appErrorOf, query, vault } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { NewEntryButton } from '../../parts/entry-actions/new-entry-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Note, Row, Text } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BeginForm } from './begin-form.tsx';
import { PgpKeys, haveProblem, keyCount, usePgpKeys } from './pgp-keys.tsx';
import { ResultCard, useCeremonyResults } from './result-card.tsx';
import { ShareNumbersFields, beginProblem, numbersOf } from './share-numbers.tsx';
import { Step, Steps, statesAt } from './steps.tsx';
import { Unseal, useNodes } from './unseal.tsx';

export interface InitProps {
  readonly where: Where;
  readonly name: string;
  /** Address of the server. */
  readonly address: string;
  /** Absent without a login. */
  readonly session?: SessionView;
}

/** The first run of an empty server, from its keys to its first entry. */
export function Init({ where, name, address, session }: InitProps) {
  const { query: read } = useNodes(where);
  const { results, unsaved } = useCeremonyResults(where, address, ['initial-keys', 'initial-keys-only']);
  const [result] = results;
  const seal = read.data?.[0]?.seal;
  const problem = read.error === null ? read.data?.[0]?.problem : appErrorOf(read.error);
  if (read.data?.[0]?.confirmed === false) return <Unseal where={where} />;
  if (seal === undefined)
    return problem === undefined ? <Skeleton rows={4} /> : <ErrorPanel error={problem} />;
  const at = !seal.initialized ? 1 : unsaved ? 2 : seal.sealed ? 3 : session === undefined ? 4 : 5;
  const stateOf = statesAt(at);
  return (
    <>
      <Steps label="Initialise">
        <Step number={1} state={stateOf(1)} title="Create the keys">
          {!seal.initialized && <InitForm where={where} seal={seal} />}
        </Step>
        <Step
          number={2}
          state={stateOf(2)}
          title={`Save the ${seal.type === 'shamir' ? 'unseal' : 'recovery'} keys and the root token`}
        >
          {result !== undefined && (
            <ResultCard firstRun={seal.sealed ? 'sealed' : 'unsealed'} result={result} name={name} />
          )}
          {at === 2 && (
            <Text as="p" tone="warn">
              {lossWords(seal)}
            </Text>
          )}
        </Step>
        <Step number={3} state={stateOf(3)} title="Unseal">
          {at === 3 && <Unseal where={where} />}
        </Step>
        <Step number={4} state={stateOf(4)} title="Log in">
          {at === 4 && (
            <Note>
              {result === undefined
                ? 'Go back, and log in with the root token.'
                : 'Log in with the root token above.'}
            </Note>
          )}
        </Step>
        {session === undefined ? (
          <>
            <Step number={5} state="later" title="Enable an audit device" />
            <Step number={6} state="later" title="Enable a KV secrets engine" />
            <Step number={7} state="later" title="Save the first entry" />
          </>
        ) : (
          <InSession session={session} ready={at === 5} />
        )}
      </Steps>
      {at !== 2 && <Note>{stopWords(at)}</Note>}
    </>
  );
}

/** The loss if the keys are not saved: recovery keys decrypt nothing, but only they make a new root token. */
function lossWords({ type, threshold, shares }: SealFacts): string {
  const needed = `${String(threshold)} of the ${String(shares)}`;
  return type === 'shamir'
    ? `Without ${needed} shares, all data is lost.`
    : `Without the root token and ${needed} recovery keys, no one can log in.`;
}

/** Consequences of stopping at a step. */
function stopWords(at: number): string {
  switch (at) {
    case 1:
      return 'If you stop here, the server stays empty.';
    case 2:
      return '';
    case 3:
      return 'If you stop here, the server stays sealed. Share holders can unseal it any time.';
    default:
      return 'Each of these can be done later, too.';
  }
}

function InitForm({ where, seal }: { readonly where: Where; readonly seal: SealFacts }) {
  const [typed, setTyped] = useState({ shares: '5', threshold: '3' });
  const list = usePgpKeys();
  const rootList = usePgpKeys();
  const { keys } = list;
  const { keys: rootKeys } = rootList;
  const missing = list.missing ?? rootList.missing;
  const action = useAction();
  const [rootKey] = rootKeys;
  const problem =
    missing ??
    beginProblem(typed, keys) ??
    (rootKeys.length > 1 ? 'There must be one PGP key for the root token.' : rootKey?.problem);
  const recovery = seal.type !== 'shamir';
  return (
    <BeginForm
      label="Initialise"
      action="Initialise…"
      problem={problem}
      showProblem={
        missing !== undefined || (keys.length + rootKeys.length > 0 && !haveProblem([...keys, ...rootKeys]))
      }
      busy={action.busy}
      onBegin={() => {
        const pgpKeys = keys.map(({ text }) => text);
        void action.run(() =>
          vault.ceremony.init({
            where,
            options: {
              ...numbersOf(typed),
              pgpKeys,
              ...(rootKey === undefined ? {} : { rootTokenPgpKey: rootKey.text }),
            },
          }),
        );
      }}
    >
      {recovery && <Note>This server unseals itself ({seal.type}). The shares are recovery keys.</Note>}
      <ShareNumbersFields typed={typed} onTyped={setTyped} />
      <Disclosure title="Encrypt to PGP keys" note={keyCount(keys)}>
        <PgpKeys label="PGP public keys for the shares" list={list} />
        <PgpKeys label="PGP public key for the root token" list={rootList} />
      </Disclosure>
      <ErrorPanel error={action.failure} />
    </BeginForm>
  );
}

const auditFile = (filePath: string): NewAuditDevice => ({
  path: 'file',
  type: 'file',
  description: '',
  local: false,
  options: { file_path: filePath },
});

const kvAt = (path: string): NewMount => ({
  path,
  type: 'kv',
  kvVersion: '2',
  tuning: plainTuning,
  local: false,
  sealWrap: false,
});

/** Setup of a new server: an audit device, a KV engine, the first entry. */
function InSession({ session, ready }: { readonly session: SessionView; readonly ready: boolean }) {
  const { sessionId } = session;
  const mounts = useQuery(query('mount.list', { sessionId }));
  const [filePath, setFilePath] = useState('/var/log/vault-audit.log');
  const [path, setPath] = useState('secret');
  const [audited, setAudited] = useState<'enabled' | 'skipped'>();
  const auditing = useAction();
  const enabling = useAction();
  const hasKv = mounts.data?.some(({ engine }) => engine === 'kv1' || engine === 'kv2') === true;
  const step = !ready ? 0 : audited === undefined ? 5 : hasKv ? 7 : 6;
  const stateOf = (number: number) =>
    step === 0 || number > step ? 'later' : number === step ? 'now' : 'done';
  return (
    <>
      <Step number={5} state={stateOf(5)} title="Enable an audit device">
        {step === 5 && (
          <BeginForm
            label="Audit device"
            action="Enable audit device…"
            icon={FileClock}
            other={
              <Button disabled={auditing.busy} onClick={() => setAudited('skipped')}>
                Skip
              </Button>
            }
            problem={filePath.trim() === '' ? 'Required.' : undefined}
            busy={auditing.busy}
            onBegin={() =>
              void auditing.run(async () => {
                await vault.audit.enable({ sessionId, device: auditFile(filePath.trim()) });
                setAudited('enabled');
              })
            }
          >
            <TextField
              mono
              label="File on the server"
              value={filePath}
              onChange={(event) => setFilePath(event.target.value)}
              hint="Every request is recorded there, secrets as hashes."
            />
            <ErrorPanel error={auditing.failure} />
          </BeginForm>
        )}
        {audited === 'skipped' && <Note>Skipped.</Note>}
      </Step>
      <Step number={6} state={stateOf(6)} title="Enable a KV secrets engine">
        {step === 6 && (
          <BeginForm
            label="KV secrets engine"
            action="Enable KV…"
            icon={Database}
            problem={path.trim() === '' ? 'Required.' : undefined}
            busy={enabling.busy}
            onBegin={() =>
              void enabling.run(async () => {
                await vault.mount.enable({ sessionId, kind: 'secret', mount: kvAt(path.trim()) });
                await mounts.refetch();
              })
            }
          >
            <TextField
              mono
              label="Path"
              value={path}
              onChange={(event) => setPath(event.target.value)}
              hint="Version 2, which keeps earlier versions."
            />
            <ErrorPanel error={enabling.failure} />
          </BeginForm>
        )}
      </Step>
      <Step number={7} state={stateOf(7)} title="Save the first entry">
        {step === 7 && (
          <Row wrap gap={8}>
            <NewEntryButton session={session} words />
          </Row>
        )}
      </Step>
    </>
  );
}
