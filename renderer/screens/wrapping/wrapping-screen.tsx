import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useStore } from '../../api/store.ts';
import { Stack, Text } from '../../ui/layout.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { UnwrapToken } from './unwrap-token.tsx';
import { ApproveRequest } from './approve-request.tsx';
import { ShareForm } from './share-form.tsx';
import { SharedList } from './shared-list.tsx';
import { unwrapWorkOf } from './unwrap-work.ts';
import { shareDraftOf } from './share-draft.ts';
import css from './wrapping.module.css';

export interface WrappingScreenProps {
  readonly session: SessionView;
}

const tasks = [
  { value: 'open', label: 'Unwrap a token' },
  { value: 'share', label: 'Wrap and share' },
  { value: 'approve', label: 'Approve' },
] as const;

const leads = {
  open: 'A wrapping token can be unwrapped once. Checking does not use the token.',
  share: 'The server keeps what you wrap until it is unwrapped or expires.',
  approve: 'Requests under a control group wait for someone else’s approval.',
} as const;

/** Response wrapping by hand: unwrap a token, wrap content, revoke it. */
export function WrappingScreen({ session }: WrappingScreenProps) {
  const { sessionId, token, health } = session;
  // Vault has control groups in Enterprise only.
  const offered = health.kind === 'openbao' || health.enterprise;
  const { activate } = useWorkspaceActions();
  const draft = shareDraftOf(sessionId);
  const { task, answer } = useStore(draft);
  return (
    <div className={css['screen']}>
      <div className={css['column']}>
        {/* A line of its own: beside sentences of different lengths, it would change its place. */}
        <Stack as="header" align="start" gap={8}>
          <div>
            <Text as="h1" size="title" weight={650} leading={26}>
              Wrapping
            </Text>
            <Text as="p" tone="dim">
              {leads[task]}
            </Text>
          </div>
          <Segmented
            label="What to do"
            options={tasks.filter(({ value }) => value !== 'approve' || offered)}
            value={task}
            onValue={(next) => draft.change({ task: next })}
          />
        </Stack>
        {task === 'open' ? (
          <UnwrapToken
            work={unwrapWorkOf(sessionId)}
            // The audit log names the user who unwrapped it; a limited use is not spent on that.
            form={token.numUses > 0 ? 'header' : 'body'}
            loggedIn
            onOpened={activate}
          />
        ) : task === 'approve' ? (
          <ApproveRequest sessionId={sessionId} draft={draft} />
        ) : (
          <ShareForm sessionId={sessionId} draft={draft} onOpened={activate} />
        )}
        {task !== 'approve' && (
          <SharedList sessionId={sessionId} openAnswerId={task === 'share' ? answer?.answerId : undefined} />
        )}
      </div>
    </div>
  );
}
