import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useStore } from '../../api/store.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { Modes } from './modes.tsx';
import { OpenToken } from './open-token.tsx';
import { ShareForm } from './share-form.tsx';
import { SharedList } from './shared-list.tsx';
import { openWorkOf } from './open-work.ts';
import { shareDraftOf } from './share-draft.ts';
import css from './wrapping.module.css';

export interface WrappingScreenProps {
  readonly session: SessionView;
}

const tasks = [
  { value: 'open', label: 'Open one' },
  { value: 'share', label: 'Share something' },
] as const;

const words = {
  open: {
    title: 'Open a wrapped secret',
    lead: 'A wrapping token opens once. Strongroom looks before it opens, which uses nothing up.',
  },
  share: {
    title: 'Share something once',
    lead: 'The server keeps it until somebody opens it with the token, once, or its time is over.',
  },
} as const;

/** Response wrapping by hand: open a token, share something, take it back. */
export function WrappingScreen({ session }: WrappingScreenProps) {
  const { sessionId, token } = session;
  const { activate } = useWorkspaceActions();
  const draft = shareDraftOf(sessionId);
  const { task, answer } = useStore(draft);
  const { title, lead } = words[task];
  return (
    <div className={css['screen']}>
      <div className={css['column']}>
        <header className={css['heading']}>
          <div>
            <h1 className={css['title']}>{title}</h1>
            <p className={css['lead']}>{lead}</p>
          </div>
          <Modes
            label="What to do"
            options={tasks}
            value={task}
            onValue={(next) => {
              draft.change({ task: next });
            }}
          />
        </header>
        {task === 'open' ? (
          <OpenToken
            work={openWorkOf(sessionId)}
            // The audit log knows who opened it; a counted use is not spent on that.
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
