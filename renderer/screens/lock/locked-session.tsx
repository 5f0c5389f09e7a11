import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { query } from '../../api/client.ts';
import { useStore } from '../../api/store.ts';
import { Note, Text } from '../../ui/layout.tsx';
import { countUnsavedPolicies, policyDrafts } from '../../workspace/policy-drafts.ts';
import { StateScreen } from '../../ui/state-screen.tsx';
import { useOpenSessions, useWorkspace } from '../../workspace/workspace.tsx';
import { hiddenDrafts } from './hidden-drafts.ts';
import { UnlockAll } from './unlock-all.tsx';
import { Unlock } from './unlock.tsx';

/** The whole area of a session that is still locked while another one has been unlocked. */
export function LockedSession({ session }: { readonly session: SessionView }) {
  const { allTabs } = useWorkspace();
  const locked = useOpenSessions().sessions.filter(({ trouble }) => trouble?.kind === 'locked');
  const policies = countUnsavedPolicies(useStore(policyDrafts));
  // Hidden data in main changes with every session that is unlocked.
  const lock = useQuery(query('lock.state', {}, { refetchOnMount: 'always' })).data;
  return (
    <StateScreen
      icon={Lock}
      title={`${session.name} is locked`}
      lead={
        <Note code size={12} data-selectable>
          {session.address}
          {session.namespace !== '' && ` · ${session.namespace}`}
        </Note>
      }
    >
      <Text as="p" tone="dim" pretty>
        Open tabs and unsaved edits come back when you log in again.
      </Text>
      <Unlock first session={session} lock={lock && hiddenDrafts(lock, allTabs, policies)} />
      <UnlockAll locked={locked} />
    </StateScreen>
  );
}
