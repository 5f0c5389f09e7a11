import { Plus, ScrollText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyList } from './policy-list.tsx';
import { PolicyPage } from './policy-page.tsx';
import { choosePolicy, makePolicy, policyWorkOf } from './policy-work.ts';
import css from './policies.module.css';

export interface PolicyScreenProps {
  readonly session: SessionView;
  /** Empty: none is chosen. */
  readonly name: string;
}

/** ACL policies: the list where it is allowed, any policy by its name, its text to read and to edit. */
export function PolicyScreen({ session, name }: PolicyScreenProps) {
  const work = policyWorkOf(session.sessionId);
  const { chosen, making, drafts } = useStore(work);
  const asked = useRef('');
  useEffect(() => {
    if (name !== '' && asked.current !== name) choosePolicy(work, name);
    asked.current = name;
  });
  const create = (): void => {
    makePolicy(work, { name: '', text: '' });
  };
  useActions(() => [
    { id: 'policies.new', label: 'New policy', group: 'Policies', icon: Plus, region: 'main', run: create },
  ]);
  const draft = making ? drafts[''] : drafts[chosen];
  return (
    <div className={css['policies']}>
      <PolicyList session={session} work={work} onNew={create} />
      <div className={css['policy']}>
        {draft !== undefined ? (
          <PolicyEditor
            key={making ? '' : chosen}
            {...{ session, work, draft }}
            draftKey={making ? '' : chosen}
          />
        ) : chosen !== '' ? (
          <PolicyPage key={chosen} session={session} work={work} name={chosen} />
        ) : (
          <EmptyState
            icon={ScrollText}
            title="No policy selected"
            actions={
              <Button icon={Plus} onClick={create}>
                New policy
              </Button>
            }
          >
            Choose one on the left, or type a name and press Enter.
          </EmptyState>
        )}
      </div>
    </div>
  );
}
