import { Suspense } from 'react';
import type { KeyboardEvent } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { OpenForms } from './open-forms.ts';
import { topicGroups } from './topic.ts';
import { readArgument, topics } from './topics.ts';
import css from './administration.module.css';

export interface AdministrationScreenProps {
  readonly session: SessionView;
  /** The topic, and after a colon its detail; empty: the first one. */
  readonly argument: string;
  /** Shows the forms of a mount, with one of its paths chosen; empty: without a path. */
  readonly onOpenForms: (mount: Mount, path: string) => void;
}

/** Tasks of operators: the topics on the left, the chosen topic's page beside them. */
export function AdministrationScreen({ session, argument, onOpenForms }: AdministrationScreenProps) {
  const { openScreen } = useWorkspaceActions();
  const { topic: chosen, detail } = readArgument(argument);
  return (
    <div className={css['screen']}>
      <nav className={css['topics']} aria-label="Administration" onKeyDown={step}>
        {topicGroups.map((group) => {
          const members = topics.filter((topic) => topic.group === group);
          return members.length === 0 ? null : (
            <div key={group} role="group" aria-label={group}>
              <h3 className={css['group']}>{group}</h3>
              {members.map(({ topic, title, icon }) => (
                <button
                  key={topic}
                  type="button"
                  className={css['topic']}
                  {...(topic === chosen?.topic ? { 'aria-current': 'page' as const } : {})}
                  onClick={() => openScreen('administration', topic)}
                >
                  <Icon of={icon} />
                  <span>{title}</span>
                </button>
              ))}
            </div>
          );
        })}
      </nav>
      {chosen !== undefined && (
        <Suspense
          key={chosen.topic}
          fallback={
            <div className={css['page']}>
              <Skeleton rows={8} />
            </div>
          }
        >
          <OpenForms value={onOpenForms}>
            <chosen.Page session={session} detail={detail} />
          </OpenForms>
        </Suspense>
      )}
    </div>
  );
}

/** Up and down move among the topics. */
function step(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
