import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, Plus, ScrollText } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import { isNewPolicyKey } from '../../../shared/vault/policy-draft.ts';
import { query } from '../../api/client.ts';
import { draftsQuery, flushDrafts, hasNoDrafts } from '../../api/drafts.ts';
import { useStore, type Store } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import {
  policyDrafts,
  policyDraftsIn,
  takePolicyDrafts,
  unsavedPolicies,
} from '../../workspace/policy-drafts.ts';
import { useRefreshKey } from '../../workspace/refresh-key.ts';
import { SideList } from '../../workspace/side-list.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyList } from './policy-list.tsx';
import { PolicyPage } from './policy-page.tsx';
import {
  chooseNewPolicy,
  choosePolicy,
  makePolicy,
  openPolicyAt,
  policyWorkOf,
  showPart,
  type PolicyWork,
} from './policy-work.ts';
import { Tester } from './tester.tsx';

export interface PolicyScreenProps {
  readonly session: SessionView;
  /** Empty: no policy is chosen. */
  readonly name: string;
}

/** ACL policies: the list if it is permitted, any policy by its name, its text to read and to edit. */
export function PolicyScreen({ session, name }: PolicyScreenProps) {
  const { sessionId } = session;
  const work = policyWorkOf(sessionId);
  const { chosen, making, part } = useStore(work);
  const { drafts, problems } = policyDraftsIn(useStore(policyDrafts), sessionId);
  const asked = useRef('');
  const list = useRef<() => void>(null);
  const page = useRef<() => void>(null);
  const listing = useRef<HTMLElement>(null);
  // The list itself asks for them.
  const names = useQuery(query('policy.list', { sessionId }, { enabled: false }));
  useEffect(() => {
    if (name !== '' && asked.current !== name) choosePolicy(work, name);
    asked.current = name;
  });
  const known = useStoredDrafts(sessionId, work);
  const create = (): void => makePolicy(work, { name: '', text: '' });
  const testPermissions = (): void => {
    choosePolicy(work, '');
    showPart(work, 'test');
  };
  useActions(() => [
    {
      id: 'policy.test',
      label: 'Test permissions…',
      group: 'Policies',
      icon: FlaskConical,
      also: 'capabilities token accessor',
      region: 'main',
      run: testPermissions,
    },
    { id: 'policies.new', label: 'New policy', group: 'Policies', icon: Plus, region: 'main', run: create },
  ]);
  useRefreshKey({
    id: 'policies',
    group: 'Policies',
    // A read spends a use of a limited token: then only buttons that name the cost read.
    onRefresh: hasLimitedUses(session.token)
      ? undefined
      : () => {
          const atList = listing.current?.contains(document.activeElement) === true;
          (atList ? list.current : (page.current ?? list.current))?.();
        },
  });
  const key = making ?? chosen;
  const draft = making === undefined && chosen === '' ? undefined : drafts[key];
  return (
    <>
      <SideList>
        <PolicyList ref={listing} session={session} work={work} onNew={create} onRefreshKey={list} />
      </SideList>
      <Page>
        {!known ? (
          <Skeleton rows={8} />
        ) : draft !== undefined ? (
          <PolicyEditor
            key={key}
            session={session}
            work={work}
            draft={draft}
            draftKey={key}
            keepProblem={problems[key]}
          />
        ) : chosen !== '' ? (
          <PolicyPage key={chosen} session={session} work={work} name={chosen} onRefreshKey={page} />
        ) : part === 'test' ? (
          <>
            <ScreenHead title="Test permissions" />
            <Tester
              session={session}
              policy=""
              onOpenRule={(policy, line) => openPolicyAt(work, policy, line)}
            />
          </>
        ) : (
          <EmptyState
            icon={ScrollText}
            title="No policy selected"
            actions={
              <>
                <Button variant="primary" icon={Plus} onClick={create}>
                  New policy
                </Button>
                <Button icon={FlaskConical} onClick={testPermissions}>
                  Test permissions
                </Button>
              </>
            }
          >
            {howToChoose(session, names)}
          </EmptyState>
        )}
      </Page>
    </>
  );
}

/** The first step, by what the list beside it holds. */
function howToChoose(
  { token }: SessionView,
  { data, isError }: { readonly data: readonly string[] | undefined; readonly isError: boolean },
): string {
  if (data === undefined && hasLimitedUses(token))
    return 'List the policies (1 use), or type a name and press Enter.';
  return data === undefined && isError
    ? 'Type a name on the left and press Enter.'
    : 'Choose one on the left, or type a name and press Enter.';
}

/** True once main's drafts are known: editing waits for that. Opens an unsaved edit if no policy is chosen. */
function useStoredDrafts(sessionId: string, work: Store<PolicyWork>): boolean {
  const client = useQueryClient();
  const all = useStore(policyDrafts);
  const { known } = policyDraftsIn(all, sessionId);
  const [none] = useState(() => hasNoDrafts(client));
  const stored = useQuery({ ...draftsQuery(sessionId), enabled: !known && !none });
  const ready = known || none || stored.isError;
  useEffect(() => {
    if (!known && stored.data !== undefined) takePolicyDrafts(sessionId, stored.data);
  }, [sessionId, known, stored.data]);
  const resume = useEffectEvent(() => {
    const [unsaved] = unsavedPolicies(all, sessionId);
    const { chosen, making } = work.snapshot();
    if (unsaved === undefined || chosen !== '' || making !== undefined) return;
    if (isNewPolicyKey(unsaved)) chooseNewPolicy(work, unsaved);
    else choosePolicy(work, unsaved);
  });
  useEffect(() => {
    if (ready) resume();
  }, [ready]);
  useEffect(() => () => void flushDrafts(), []);
  return ready;
}
