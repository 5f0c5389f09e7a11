import { Suspense } from 'react';
import type { KeyboardEvent } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { Icon } from '../../ui/icon.tsx';
import { leaveSideBar } from '../../ui/lies-over.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SideList } from '../../workspace/side-list.tsx';
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

/** Tasks of operators: the topics in the side bar, and the page of the chosen one. */
export function AdministrationScreen({ session, argument, onOpenForms }: AdministrationScreenProps) {
  const { openScreen } = useWorkspaceActions();
  const { topic: chosen, detail } = readArgument(argument);
  return (
    <>
      <SideList>
        <nav className={css['topics']} aria-label="Administration" onKeyDown={step}>
          {topicGroups.map((group) => (
            <div key={group} role="group" aria-label={group}>
              <h3 className={css['group']}>{group}</h3>
              {topics
                .filter((topic) => topic.group === group)
                .map(({ topic, title, icon }) => (
                  <button
                    key={topic}
                    type="button"
                    className={css['topic']}
                    aria-current={topic === chosen?.topic ? 'page' : undefined}
                    onClick={({ currentTarget }) => {
                      openScreen('administration', topic);
                      leaveSideBar(currentTarget);
                    }}
                  >
                    <Icon of={icon} />
                    <span>{title}</span>
                  </button>
                ))}
            </div>
          ))}
        </nav>
      </SideList>
      {chosen !== undefined && (
        <Suspense
          key={chosen.topic}
          fallback={
            <Page>
              <Skeleton rows={8} />
            </Page>
          }
        >
          <OpenForms value={onOpenForms}>
            <chosen.Page session={session} detail={detail} />
          </OpenForms>
        </Suspense>
      )}
    </>
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
