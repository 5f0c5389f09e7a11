import { Gauge, LockOpen, LogIn, Play, RefreshCw, type LucideIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError, AppErrorKind } from '../../../shared/ipc/result.ts';
import type { Health } from '../../../shared/vault/server.ts';
import { reauthenticate, refreshSession } from '../../api/session.ts';
import { actOnSeal } from '../../api/ceremonies.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { CertificateList } from '../../ui/certificate-chain.tsx';
import { errorLooks } from '../../ui/error-icon.ts';
import { ErrorPanel, ErrorText } from '../../ui/error-panel.tsx';
import { errorWords } from '../../ui/error-words.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { waitingWords } from '../../parts/login/login-types.ts';
import { ConfirmNode } from '../../parts/refusal/confirm-node.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { Card, Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { SharesMeter } from '../../ui/shares-meter.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';
import { lazily } from '../../ui/lazily.ts';
import css from './trouble.module.css';

const LoginDialog = lazily(() => import('../../parts/login/login-dialog.tsx'), 'LoginDialog');

export interface TroubleScreenProps {
  readonly session: SessionView;
  readonly error: AppError;
  /** Given while tabs are open: shows them with their last content. */
  readonly onSetAside?: () => void;
  /** Opens the settings of this session's connection on the connect screen: address, TLS, proxy. */
  readonly onSettings: () => void;
  /** Opens the cluster's screen, with all that a sealed server reports. */
  readonly onCluster: () => void;
  /** Opens the guide that initialises an empty server. */
  readonly onFirstRun: () => void;
}

interface Remedy {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly run: () => void;
}

/** The whole area while the session cannot work: the error, its meaning, and remedies. */
export function TroubleScreen(props: TroubleScreenProps) {
  const { session, error, onSetAside, onSettings, onCluster, onFirstRun } = props;
  const look = errorLooks[error.kind];
  const { sessionId } = session;
  const refreshing = useAction();
  const loggingIn = useAction();
  const unsealing = useAction();
  const [choosing, setChoosing] = useState(false);
  const [triedAt, setTriedAt] = useState(() => new Date().toISOString());
  const elsewhere = error.kind === 'other-cluster';
  const dead = error.kind === 'unauthenticated' || elsewhere;
  const sealed = error.kind === 'sealed';
  const isEmpty = error.kind === 'not-initialized';
  const isRefused = error.kind === 'forbidden';
  // Another button can help more. A dead token stays dead.
  const retriesBelow = elsewhere || sealed || isEmpty;
  const busy = refreshing.busy || loggingIn.busy || unsealing.busy;
  const failed = unsealing.failure ?? loggingIn.failure ?? refreshing.failure;
  // Only a failure that adds to the trouble already on screen.
  const failure = failed?.kind === error.kind ? undefined : failed;
  const refresh = (): void => {
    setTriedAt(new Date().toISOString());
    void refreshing.run((client) => refreshSession(client, sessionId));
  };
  const logIn = {
    label: loggingIn.busy ? waitingWords(session.login.type) : 'Log in again…',
    icon: LogIn,
    run: () => void loggingIn.run((client) => reauthenticate(client, sessionId)),
  };
  const unseal = (): void =>
    void unsealing.run(async (client) => {
      await actOnSeal(client, { sessionId }, 'unseal');
      refresh();
    });
  const remedies: readonly (false | Remedy)[] = [
    elsewhere && { label: 'Edit connection…', run: onSettings },
    dead && logIn,
    sealed && { label: 'Enter unseal key…', icon: LockOpen, run: unseal },
    isEmpty && { label: 'Initialise…', icon: Play, run: onFirstRun },
    error.kind !== 'unauthenticated' && !retriesBelow && { label: 'Retry', icon: RefreshCw, run: refresh },
    isRefused && logIn,
    ((dead && !elsewhere) || isRefused) && { label: 'Another method…', run: () => setChoosing(true) },
    (sealed || isEmpty) && { label: 'Seal status', icon: Gauge, run: onCluster },
  ];
  const main = remedies.findIndex((remedy) => remedy !== false);

  return (
    <StateScreen
      alert
      icon={look.icon}
      tone={look.tone}
      title={errorWords(error).title}
      lead={<Where session={session} />}
    >
      {sealed && <SealProgress health={session.health} />}
      {elsewhere && (
        <Facts
          selectable
          of={[
            ['Cluster before', <code key="before">{error.before}</code>],
            ['Cluster now', <code key="now">{error.now}</code>],
          ]}
        />
      )}
      {error.kind === 'forbidden' && error.path !== undefined ? (
        <RefusalCard error={error} />
      ) : (
        <Stack gap={6}>
          <ErrorText error={error} text={shortText(error)} />
        </Stack>
      )}
      {error.kind === 'tls' && error.chain !== undefined && <CertificateList certificates={error.chain} />}
      {failure !== undefined && <ErrorPanel error={failure} />}
      <Row wrap align="center" gap={8}>
        {remedies.map(
          (remedy, at) =>
            remedy && (
              <Button
                key={remedy.label}
                variant={at === main ? 'primary' : 'secondary'}
                icon={remedy.icon}
                disabled={busy}
                onClick={remedy.run}
              >
                {remedy.label}
              </Button>
            ),
        )}
        <ConfirmNode session={session} error={error} />
        {settingsMayHelp.includes(error.kind) && <Button onClick={onSettings}>Edit connection…</Button>}
        {onSetAside !== undefined && <Button onClick={onSetAside}>View open tabs</Button>}
      </Row>
      <Row wrap align="center" gap={8}>
        <Text tone="dim" size={12}>
          Last tried <RelativeTime iso={triedAt} />.
          {onSetAside !== undefined && ' Open tabs and unsaved edits stay.'}
        </Text>
        {retriesBelow && (
          <Button small icon={RefreshCw} disabled={busy} onClick={refresh}>
            Retry
          </Button>
        )}
      </Row>
      {choosing && (
        <Suspense fallback={null}>
          <LoginDialog session={session} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </StateScreen>
  );
}

/** The one sentence of an error whose first button says what to do. */
function shortText(error: AppError): string | undefined {
  if (error.kind === 'unauthenticated') return error.message;
  return error.kind === 'sealed' ? errorWords(error).meaning : undefined;
}

function Where({ session: { address, namespace } }: { readonly session: SessionView }) {
  return (
    <Note>
      <code>{address}</code>
      {namespace !== '' && (
        <>
          {' '}
          · namespace <code>{namespace}</code>
        </>
      )}
    </Note>
  );
}

/** Errors that another address, CA file or proxy can fix. */
const settingsMayHelp: readonly AppErrorKind[] = [
  'tls',
  'network',
  'timeout',
  'bad-answer',
  'redirect-refused',
  'standby',
  'sealed',
];

function SealProgress({ health }: { readonly health: Health }) {
  const { unseal } = health;
  if (unseal === undefined) return null;
  const { progress, threshold, shares } = unseal;
  return (
    <Card gap={8} className={css['progress']}>
      <SharesMeter given={progress} needed={threshold} />
      <p>
        {progress} of {threshold} key shares entered; {shares} exist.
      </p>
    </Card>
  );
}
