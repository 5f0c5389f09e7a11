import { Suspense } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { Page } from '../../ui/page.tsx';
import { SideChoice, SideChoices, SideGroup } from '../../ui/side-choices.tsx';
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
        <SideChoices className={css['topics']} aria-label="Administration">
          {topicGroups.map((group) => (
            <SideGroup key={group} title={group}>
              {topics
                .filter((topic) => topic.group === group)
                .map(({ topic, title, icon }) => (
                  <SideChoice
                    key={topic}
                    icon={icon}
                    current={topic === chosen?.topic}
                    onChoose={() => openScreen('administration', topic)}
                  >
                    {title}
                  </SideChoice>
                ))}
            </SideGroup>
          ))}
        </SideChoices>
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
