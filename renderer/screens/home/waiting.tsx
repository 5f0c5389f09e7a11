import { FilePen, Inbox } from 'lucide-react';
import { counted } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { isNewPolicyKey } from '../../../shared/vault/policy-draft.ts';
import { useOneTimeResults } from '../../api/answers.ts';
import { useStore } from '../../api/store.ts';
import { useOneTimeResultsDialog } from '../../parts/answer/one-time-results.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { policyDraftName, policyDrafts, unsavedPolicies } from '../../workspace/policy-drafts.ts';
import { tabPath } from '../../workspace/tabs.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './home.module.css';

/** One-time results and unsaved edits of all sessions; each opens in place. Hidden without any. */
export function Waiting({ session: { sessionId } }: { readonly session: SessionView }) {
  const { results } = useOneTimeResults();
  const { allTabs } = useWorkspace();
  const { sessions } = useOpenSessions();
  const { activate, activateTab, openScreen } = useWorkspaceActions();
  const drafts = useStore(policyDrafts);
  const { show, dialog } = useOneTimeResultsDialog();
  const edits = allTabs.filter(({ dirty }) => dirty);
  const policies = sessions.flatMap((one) =>
    unsavedPolicies(drafts, one.sessionId).map((key) => ({ sessionId: one.sessionId, key })),
  );
  const elsewhere = (id: string): string => {
    const name = id === sessionId ? undefined : sessions.find((one) => one.sessionId === id)?.name;
    return name === undefined ? '' : ` in ${name}`;
  };
  if (results.length + edits.length + policies.length === 0) return dialog;
  return (
    <section aria-label="Not saved yet">
      <ul className={css['waitingList']}>
        {results.length > 0 && (
          <li>
            <button type="button" className={css['waits']} onClick={show}>
              <Icon of={Inbox} size={15} />
              <Text cut>{counted(results.length, 'one-time result')}</Text>{' '}
              <Text tone="dim" size={12} nowrap>
                not saved yet
              </Text>
            </button>
          </li>
        )}
        {edits.map((tab) => (
          <li key={tab.tabId}>
            <button
              type="button"
              className={css['waits']}
              title={tabPath(tab)}
              onClick={() => {
                activate(tab.sessionId);
                activateTab(tab.tabId);
              }}
            >
              <Icon of={FilePen} size={15} />
              <Text as="bdi" cut data-mono>
                <NameText text={tabPath(tab)} />
              </Text>{' '}
              <Text tone="dim" size={12} nowrap>
                unsaved edit{elsewhere(tab.sessionId)}
              </Text>
            </button>
          </li>
        ))}
        {policies.map(({ sessionId: id, key }) => (
          <li key={`${id} ${key}`}>
            <button
              type="button"
              className={css['waits']}
              onClick={() => {
                activate(id);
                openScreen('policies', isNewPolicyKey(key) ? '' : key);
              }}
            >
              <Icon of={FilePen} size={15} />
              <Text as="bdi" cut data-mono>
                <NameText text={policyDraftName(drafts, id, key)} />
              </Text>{' '}
              <Text tone="dim" size={12} nowrap>
                unsaved policy{elsewhere(id)}
              </Text>
            </button>
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  );
}
