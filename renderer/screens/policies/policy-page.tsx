import { useQueryClient } from '@tanstack/react-query';
import {
  BookOpen,
  Copy,
  CopyPlus,
  FlaskConical,
  FolderTree,
  Pencil,
  Plus,
  RefreshCw,
  Search,
  Trash2,
  Users,
} from 'lucide-react';
import { Suspense, useImperativeHandle, useRef } from 'react';
import type { Ref } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { redacted } from '../../../shared/vault/redact.ts';
import type { PolicyText } from '../../../shared/vault/system.ts';
import { query, vault } from '../../api/client.ts';
import { policyQuery } from '../../api/policies.ts';
import { useStore, type Store } from '../../api/store.ts';
import { useAction } from '../../api/use-action.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { PolicyView, type PolicyViewHandle } from '../../ui/code/code-editor.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { RawJson } from '../../ui/raw-json.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Loaded } from '../../parts/read/loaded.tsx';
import { useRead } from '../../parts/read/use-read.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Note, Text } from '../../ui/layout.tsx';
import { menuActions, useActions } from '../../workspace/action-registry.ts';
import { putPolicyDraft } from '../../workspace/policy-drafts.ts';
import {
  choosePolicy,
  makePolicy,
  openPolicyAt,
  showPart,
  type PolicyPart,
  type PolicyWork,
} from './policy-work.ts';
import { ReachView, findReach } from './reach-view.tsx';
import { Tester } from './tester.tsx';
import { UsersView, findUsers } from './users-view.tsx';
import css from './policies.module.css';

export interface PolicyPageProps {
  readonly session: SessionView;
  readonly work: Store<PolicyWork>;
  readonly name: string;
  /** Action of the refresh shortcut. */
  readonly onRefreshKey: Ref<() => void>;
}

/** One policy, as the server has it. */
export function PolicyPage({ session, work, name, onRefreshKey }: PolicyPageProps) {
  const policy = useRead(session, policyQuery(session.sessionId, name));
  useImperativeHandle(onRefreshKey, () => policy.refresh);
  // Cached text is stale: the policy does not exist.
  if (policy.error?.kind === 'invalid-path')
    return (
      <EmptyState
        icon={BookOpen}
        title={`There is no policy “${name}”`}
        actions={
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => makePolicy(work, { name, text: newPolicyText })}
          >
            Create it
          </Button>
        }
      />
    );
  return (
    <Loaded
      query={policy}
      failed={`The policy “${name}” could not be read`}
      needs={{ capability: 'read', path: `sys/policies/acl/${name}` }}
      skeleton={<Skeleton rows={8} />}
    >
      {(found) => (
        <Found session={session} work={work} policy={found} onRefresh={policy.refresh} costs={policy.costs} />
      )}
    </Loaded>
  );
}

const parts: readonly { readonly value: PolicyPart; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'test', label: 'Test' },
  { value: 'access', label: 'Access' },
  { value: 'users', label: 'Used by' },
];

/** Initial text of a new policy. */
const newPolicyText = 'path "secret/data/*" {\n  capabilities = ["read"]\n}\n';

interface FoundProps {
  readonly session: SessionView;
  readonly work: Store<PolicyWork>;
  readonly policy: PolicyText;
  readonly costs: boolean;
  readonly onRefresh: () => void;
}

function Found({ session, work, policy, costs, onRefresh }: FoundProps) {
  const { name, text } = policy;
  const { sessionId } = session;
  const { warnings, part } = useStore(work);
  const view = useRef<PolicyViewHandle>(null);
  const { failure, remove } = useRemoval(work, name);
  const root = name === 'root';
  const fixed = reasonNotEditable(policy);
  const edit = (): void => {
    putPolicyDraft(sessionId, name, { name, before: text, text });
    choosePolicy(work, name);
  };
  const limited = costs ? { disabled: true, reason: 'Each read costs a use' } : {};
  const refresh: MenuItem = {
    label: 'Refresh',
    icon: RefreshCw,
    key: 'refresh',
    reason: costs ? 'It costs 1 use' : undefined,
    onSelect: onRefresh,
  };
  const others: readonly MenuItem[] = [
    {
      label: 'Copy policy',
      icon: Copy,
      onSelect: () => void copyPlainText(text, 'Policy'),
    },
    {
      label: 'Duplicate policy',
      icon: CopyPlus,
      disabled: fixed !== undefined,
      reason: fixed,
      onSelect: () => makePolicy(work, { name: `${name}-copy`, text }),
    },
    'separator',
    { label: 'Test policy…', icon: FlaskConical, onSelect: () => showPart(work, 'test') },
    {
      label: 'What can this policy see',
      icon: FolderTree,
      ...limited,
      onSelect: () => {
        showPart(work, 'access');
        if (!root) findReach(sessionId, name);
      },
    },
    {
      label: 'Who uses this policy',
      icon: Users,
      ...limited,
      onSelect: () => {
        showPart(work, 'users');
        findUsers(sessionId, name);
      },
    },
    'separator',
    {
      label: 'Delete policy…',
      icon: Trash2,
      danger: true,
      disabled: root || name === 'default',
      reason: root || name === 'default' ? 'The server’s own policies cannot be deleted' : undefined,
      onSelect: remove,
    },
  ];
  useActions(() => [
    ...menuActions(others, { id: 'policy', group: 'Policies', region: 'main' }),
    {
      id: 'policy.edit',
      label: 'Edit policy',
      group: 'Policies',
      icon: Pencil,
      key: 'edit',
      region: 'main',
      disabled: fixed !== undefined,
      run: edit,
      ...(fixed === undefined ? {} : { reason: fixed }),
    },
    {
      id: 'policy.find',
      label: 'Find in policy',
      group: 'Policies',
      icon: Search,
      key: 'find',
      region: 'main',
      disabled: part !== 'text',
      run: () => view.current?.find(),
    },
  ]);
  return (
    <>
      <ScreenHead
        title={name}
        note={
          <Text tone="dim" breaks>
            read <RelativeTime iso={policy.at} />
          </Text>
        }
      >
        <Button
          // The test has a main button of its own.
          variant={part === 'test' ? 'secondary' : 'primary'}
          icon={Pencil}
          disabled={fixed !== undefined}
          title={fixed}
          onClick={edit}
        >
          Edit
        </Button>
        <MoreMenu items={[refresh, ...others]} />
      </ScreenHead>
      {warnings.map((warning) => (
        <Text as="p" key={warning} role="status" tone="warn" breaks data-selectable>
          {warning}
        </Text>
      ))}
      <ErrorPanel error={failure} title="Not deleted" />
      <PolicyParts session={session} work={work} policy={policy} view={view} />
    </>
  );
}

interface PolicyPartsProps {
  readonly session: SessionView;
  readonly work: Store<PolicyWork>;
  readonly policy: PolicyText;
  readonly view: Ref<PolicyViewHandle>;
}

/** The text of the policy, or one of the views beside it. */
function PolicyParts({ session, work, policy, view }: PolicyPartsProps) {
  const { name } = policy;
  const { part, goTo } = useStore(work);
  const openRule = (of: string, line: number): void => openPolicyAt(work, of, line);
  return (
    <>
      <Segmented
        label="Part of the policy"
        className={css['parts']}
        options={parts}
        value={part}
        onValue={(value) => showPart(work, value)}
      />
      {part === 'text' && (
        <>
          <PolicyText policy={policy} view={view} goTo={goTo} />
          <RawJson text={policy.raw} />
        </>
      )}
      {part === 'test' && <Tester session={session} policy={name} onOpenRule={openRule} />}
      {part === 'access' && <ReachView session={session} policy={name} onOpenRule={openRule} />}
      {part === 'users' && <UsersView session={session} policy={name} />}
    </>
  );
}

/** Reason why a policy cannot be edited; undefined if it can. */
function reasonNotEditable({ name, text }: PolicyText): string | undefined {
  if (name === 'root') return 'The root policy has no text and cannot be changed';
  // A redacted text would be saved with its redactions.
  return text.includes(redacted)
    ? 'It contains a credential, which is hidden here: change it with another tool'
    : undefined;
}

/** Deletes a policy, and forgets it here. */
function useRemoval(work: Store<PolicyWork>, name: string) {
  const { sessionId } = useStore(work);
  const client = useQueryClient();
  const removal = useAction();
  const remove = async (): Promise<void> => {
    const done = await removal.run(async () => {
      await vault.policy.delete({ sessionId, name });
      return true;
    });
    if (done !== true) return;
    announce(`Policy ${name} deleted.`);
    choosePolicy(work, '');
    client.removeQueries({ queryKey: policyQuery(sessionId, name).queryKey });
    await client.invalidateQueries({ queryKey: query('policy.list', { sessionId }).queryKey });
  };
  return { failure: removal.failure, remove: () => void remove() };
}

interface PolicyTextProps {
  readonly policy: PolicyText;
  readonly view: Ref<PolicyViewHandle>;
  readonly goTo: PolicyWork['goTo'];
}

function PolicyText({ policy: { name, text }, view, goTo }: PolicyTextProps) {
  if (text.trim() === '')
    return (
      <Note>
        {name === 'root'
          ? 'The root policy has no text: it allows everything and cannot be changed.'
          : 'This policy is empty: it allows nothing.'}
      </Note>
    );
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <PolicyView ref={view} label={`Policy ${name}`} text={text} goTo={goTo} />
    </Suspense>
  );
}
