import { FilePen } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { isNewPolicyKey } from '../../../shared/vault/policy-draft.ts';
import { useStore } from '../../api/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { NameText } from '../../ui/marked-text.tsx';
import { policyDraftName, policyDrafts, unsavedPolicies } from '../../workspace/policy-drafts.ts';
import { tabPath } from '../../workspace/tabs.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import css from './home.module.css';

/** Unsaved edits of all sessions; each opens in place. Hidden without any: the status bar counts one-time results. */
export function Waiting({ session }: { readonly session: SessionView }) {
  const { allTabs } = useWorkspace();
  const { sessions } = useOpenSessions();
  const { activate, activateTab, openScreen } = useWorkspaceActions();
  const drafts = useStore(policyDrafts);
  const unsaved = [
    ...allTabs
      .filter(({ dirty }) => dirty)
      .map((tab) => ({
        kind: 'edit',
        key: tab.tabId,
        sessionId: tab.sessionId,
        name: tabPath(tab),
        open: () => activateTab(tab.tabId),
      })),
    ...sessions.flatMap(({ sessionId }) =>
      unsavedPolicies(drafts, sessionId).map((key) => ({
        kind: 'policy',
        key: `${sessionId} ${key}`,
        sessionId,
        name: policyDraftName(drafts, sessionId, key),
        open: () => openScreen('policies', isNewPolicyKey(key) ? '' : key),
      })),
    ),
  ];
  const elsewhere = (id: string): string => {
    const name = sessions.find(({ sessionId }) => sessionId === id)?.name;
    return id === session.sessionId || name === undefined ? '' : ` in ${name}`;
  };
  if (unsaved.length === 0) return null;
  return (
    <Stack as="ul" aria-label="Not saved yet" className={css['waitingList']}>
      {unsaved.map(({ kind, key, sessionId, name, open }) => (
        <li key={key}>
          <Row
            as="button"
            type="button"
            align="center"
            gap={8}
            className={css['waits']}
            title={name}
            onClick={() => {
              activate(sessionId);
              open();
            }}
          >
            <Icon of={FilePen} size={15} />
            <Text as="bdi" cut data-mono>
              <NameText text={name} />
            </Text>{' '}
            <Text tone="dim" size={12} nowrap>
              unsaved {kind}
              {elsewhere(sessionId)}
            </Text>
          </Row>
        </li>
      ))}
    </Stack>
  );
}
