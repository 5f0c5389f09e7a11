import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useStore } from '../../api/store.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { UnwrapToken } from './unwrap-token.tsx';
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
] as const;

const leads = {
  open: 'A wrapping token can be unwrapped once. Checking does not use the token.',
  share: 'The server keeps it until somebody unwraps it, once, or until it expires.',
} as const;

/** Response wrapping by hand: unwrap a token, wrap something, revoke it. */
export function WrappingScreen({ session }: WrappingScreenProps) {
  const { sessionId, token } = session;
  const { activate } = useWorkspaceActions();
  const draft = shareDraftOf(sessionId);
  const { task, answer } = useStore(draft);
  return (
    <div className={css['screen']}>
      <div className={css['column']}>
        <header className={css['heading']}>
          <div>
            <h1 className={css['title']}>Wrapping</h1>
            <p className={css['lead']}>{leads[task]}</p>
          </div>
          <Segmented
            label="What to do"
            options={tasks}
            value={task}
            onValue={(next) => draft.change({ task: next })}
          />
        </header>
        {task === 'open' ? (
          <UnwrapToken
            work={unwrapWorkOf(sessionId)}
            // The audit log knows who unwrapped it; a counted use is not spent on that.
            form={token.numUses > 0 ? 'header' : 'body'}
            loggedIn
            onOpened={activate}
          />
        ) : (
          <ShareForm sessionId={sessionId} draft={draft} onOpened={activate} />
        )}
        <SharedList sessionId={sessionId} openAnswerId={task === 'share' ? answer?.answerId : undefined} />
      </div>
    </div>
  );
}
