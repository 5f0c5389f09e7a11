import { BadgeCheck, Search } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalRequest } from '../../../shared/vault/approval.ts';
import { vault } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { approveRequest } from '../../api/wrapping.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ShareDraft } from './share-draft.ts';
import css from './wrapping.module.css';

export interface ApproveRequestProps {
  readonly sessionId: string;
  readonly draft: ShareDraft;
}

/** Another user's request under a control group, by its accessor: the requester, the request, and the approval. */
export function ApproveRequest({ sessionId, draft }: ApproveRequestProps) {
  const { approvalAccessor } = useStore(draft);
  const accessor = approvalAccessor.trim();
  const { failure, busy, run, forget } = useAction();
  const [request, setRequest] = useState<ApprovalRequest>();
  const look = async (): Promise<void> => {
    setRequest(await run(() => vault.wrapping.approvalRequest({ sessionId, accessor })));
  };
  const approve = async (): Promise<void> => {
    const approved = await run(() => approveRequest(sessionId, accessor));
    if (approved === undefined) return;
    announce(approved ? 'Approved.' : 'Approved; more approvals are needed.');
    await look();
  };
  return (
    <Card
      as="form"
      noValidate
      className={css['card']}
      aria-label="Approve a request"
      onSubmit={(event) => {
        event.preventDefault();
        if (accessor !== '') void look();
      }}
    >
      <TextField
        mono
        label="Accessor"
        hint="The requester sends it to you."
        value={approvalAccessor}
        maxLength={1024}
        onChange={(event) => {
          draft.change({ approvalAccessor: event.target.value });
          setRequest(undefined);
          forget();
        }}
      />
      {request !== undefined && (
        <Facts selectable>
          <Fact name="Requester">{request.requester}</Fact>
          <Fact name="Operation">{request.operation}</Fact>
          <Fact name="Path">
            <code>{request.path}</code>
          </Fact>
          <Fact name="Approved by">
            {request.approvers.length === 0 ? 'No one yet' : request.approvers.join(', ')}
          </Fact>
          <Fact name="Status">{request.approved ? 'Approved' : 'Waits for approval'}</Fact>
        </Facts>
      )}
      <ErrorPanel error={failure} />
      <div className={css['actions']}>
        {request !== undefined && !request.approved && (
          <Button variant="primary" icon={BadgeCheck} disabled={busy} onClick={() => void approve()}>
            Approve…
          </Button>
        )}
        <Button type="submit" icon={Search} disabled={busy || accessor === ''}>
          Check
        </Button>
      </div>
    </Card>
  );
}
