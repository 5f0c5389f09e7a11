import { MessageSquareText, RefreshCw, Unlock } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SessionView } from '../../../../shared/ipc/contract.ts';
import type { AppError } from '../../../../shared/ipc/result.ts';
import type { ApprovalView } from '../../../../shared/vault/approval.ts';
import type { Mount } from '../../../../shared/vault/mount.ts';
import { copyText } from '../../../api/app.ts';
import { approvalQuery } from '../../../api/entries.ts';
import { announce } from '../../../ui/announce.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { errorWords } from '../../../ui/error-words.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { CopyableText } from '../../../parts/answer/copyable-text.tsx';
import { Countdown } from '../../../parts/answer/countdown.tsx';
import { useSecondsUntil } from '../../../ui/now.ts';
import { AskServer } from '../../../parts/read/loaded.tsx';
import { useRead } from '../../../parts/read/use-read.ts';
import { approverNote } from '../../../parts/path/approver-note.ts';
import { Explain, ProblemArea, Remedies } from './problem-area.tsx';

export interface AwaitingApprovalProps {
  readonly session: SessionView;
  readonly error: Extract<AppError, { readonly kind: 'awaiting-approval' }>;
  readonly mount: Mount;
  readonly path: string;
  readonly version: number | undefined;
  /** Reads the entry: the approved request, or a new one after this one has ended. */
  readonly onRetry: () => void;
  /** The same, because the user says that it was approved. */
  readonly onApproved: () => void;
}

/** A read that a control group has to approve: its approvers, the time left, and the entry once it is granted. */
export function AwaitingApproval(props: AwaitingApprovalProps) {
  const { session, error, mount, path, version } = props;
  const place = {
    sessionId: session.sessionId,
    mount: mount.path,
    path,
    ...(version === undefined ? {} : { version }),
  };
  const query = useRead(session, approvalQuery(place, error.accessor));
  const over = useSecondsUntil(Date.parse(error.endsAt)) === 0;
  const { state, approvers = [] } = query.data ?? {};
  const granted = useEffectEvent(props.onRetry);
  useEffect(() => {
    if (state === 'approved') granted();
  }, [state]);
  if (over || state === 'ended') return <Ended {...props} expired={over} />;
  const problem = query.error;
  return (
    <ProblemArea>
      <Panel title={errorWords(error).title}>
        <ProblemArea>
          <p data-selectable>{error.message}</p>
          <Facts>
            <Fact name="Accessor">
              <CopyableText text={error.accessor} what="the accessor" copy={copyText} />
            </Fact>
            <Fact name="Approved by">
              <span role="status">{approversInWords(state, approvers)}</span>
            </Fact>
            <Fact name="Created">
              <RelativeTime iso={error.askedAt} />
            </Fact>
            <Fact name="TTL">
              <Countdown endsAt={error.endsAt} ofSeconds={secondsOf(error)} />
            </Fact>
          </Facts>
          <Remedies>
            <CopyNote {...props} />
            {query.costs ? (
              <AskServer onAsk={query.refresh} />
            ) : (
              <Button small icon={RefreshCw} disabled={query.busy} onClick={query.refresh}>
                Check now
              </Button>
            )}
          </Remedies>
          {problem === undefined && !query.costs && <Explain>Updates every 5 s.</Explain>}
        </ProblemArea>
      </Panel>
      {problem !== undefined && <NotSeen {...props} problem={problem} />}
    </ProblemArea>
  );
}

function CopyNote({ session, error }: AwaitingApprovalProps) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(approverNote(session, error));
    setCopied(true);
    announce('Copied the message for the approver.');
  };
  return (
    <Button
      small
      variant="primary"
      icon={MessageSquareText}
      onClick={() => {
        copy().catch(() => announce('It could not be copied.'));
      }}
    >
      {copied ? 'Copied' : 'Copy message for approver'}
    </Button>
  );
}

/** The state is not visible; a token without the right to see it can still unwrap. */
function NotSeen({ problem, onApproved }: AwaitingApprovalProps & { readonly problem: AppError }) {
  if (problem.kind !== 'forbidden') return <ErrorPanel error={problem} />;
  return (
    <ErrorPanel
      error={problem}
      title="Your token cannot see the approval"
      actions={
        <Button small icon={Unlock} onClick={onApproved}>
          Unwrap after approval
        </Button>
      }
    />
  );
}

function Ended({ onRetry, expired }: AwaitingApprovalProps & { readonly expired: boolean }) {
  return (
    <ProblemArea>
      <Panel title={expired ? 'The request has expired' : 'The request has ended'}>
        <ProblemArea>
          <p>
            {expired
              ? 'It was not approved in time.'
              : 'The server no longer knows it: it was revoked or has expired.'}
          </p>
          <Remedies>
            <Button small icon={RefreshCw} onClick={onRetry}>
              Request approval
            </Button>
          </Remedies>
        </ProblemArea>
      </Panel>
    </ProblemArea>
  );
}

function approversInWords(state: ApprovalView['state'] | undefined, approvers: readonly string[]): string {
  if (state === undefined) return '—';
  return approvers.length === 0 ? 'No one yet' : approvers.join(', ');
}

function secondsOf({ askedAt, endsAt }: AwaitingApprovalProps['error']): number {
  return Math.round((Date.parse(endsAt) - Date.parse(askedAt)) / 1000);
}
