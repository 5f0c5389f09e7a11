import { ChevronDown, ChevronRight, FolderTree } from 'lucide-react';
import { useMemo, useState } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import type { UnsavedPolicy } from '../../../shared/vault/policy-effect.ts';
import { reachJob } from '../../api/policy-effects.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Text } from '../../ui/layout.tsx';
import { allRowsUpTo } from '../../ui/row-grid.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { FindingsStanding } from './findings-standing.tsx';
import { reachOf } from './findings-store.ts';
import { reachTree, type ReachNode } from './reach-tree.ts';
import css from './findings.module.css';

/** Starts the search through the mounts. */
export function findReach(sessionId: string, policy: string, unsaved?: UnsavedPolicy): void {
  void reachOf(sessionId).look(keyOf(policy, unsaved), reachJob(sessionId, [policy], unsaved));
}

/** Key of a search: one per text. */
function keyOf(policy: string, unsaved: UnsavedPolicy | undefined): string {
  return JSON.stringify([policy, unsaved]);
}

export interface ReachViewProps {
  readonly session: SessionView;
  readonly policy: string;
  /** Its text as edited. */
  readonly unsaved?: UnsavedPolicy;
  readonly onOpenRule: (policy: string, line: number) => void;
}

/** The tree of all paths that a policy allows. */
export function ReachView({ session: { sessionId, token }, policy, unsaved, onOpenRule }: ReachViewProps) {
  const store = reachOf(sessionId);
  const findings = useStore(store);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const { rows } = findings;
  const nodes = useMemo(() => reachTree(rows, folded), [rows, folded]);
  const look = (): void => findReach(sessionId, policy, unsaved);
  if (policy === 'root')
    return <EmptyState icon={FolderTree} title="The root policy allows everything on every path" />;
  if (findings.of !== keyOf(policy, unsaved))
    return (
      <EmptyState
        icon={FolderTree}
        title="Not searched yet"
        actions={
          <Button
            disabled={hasLimitedUses(token)}
            title={hasLimitedUses(token) ? 'Each folder costs this token a use' : undefined}
            onClick={look}
          >
            Search mounts
          </Button>
        }
      >
        Shows rules by mount, and the KV entries that this token can list.
      </EmptyState>
    );
  const fold = ({ path }: ReachNode, isFolded: boolean): void => {
    const now = new Set(folded);
    if (isFolded) now.add(path);
    else now.delete(path);
    setFolded(now);
  };
  const open = ({ row }: ReachNode): void => {
    const [rule] = row?.deciding ?? [];
    if (rule !== undefined) onOpenRule(rule.policy, rule.line);
  };
  const columns: readonly Column<ReachNode>[] = [
    {
      title: 'Path',
      width: 170,
      share: 2,
      className: css['name'],
      cell: (node) => <PathCell node={node} isFolded={folded.has(node.path)} />,
    },
    {
      title: 'Capabilities',
      width: 80,
      share: 1,
      text: ({ row }) => row?.capabilities.join(', '),
      cell: ({ row: { capabilities = [] } = {} }) => (
        <Text tone={capabilities.includes('deny') ? 'danger' : undefined}>{capabilities.join(', ')}</Text>
      ),
    },
    { title: 'Decided by', width: 72, cell: (node) => <RuleLink node={node} onOpen={() => open(node)} /> },
  ];
  const seen = rows.filter(({ kind }) => kind === 'name').length;
  const rules = rows.filter(({ kind }) => kind === 'rule').length;
  return (
    <>
      <FindingsStanding
        findings={findings}
        things="folders"
        found={`${counted(rules, 'rule')}, ${grouped(seen)} existing ${seen === 1 ? 'path' : 'paths'}`}
        foundAny={nodes.length > 0}
        onCancel={() => void store.cancel()}
        onAgain={look}
      />
      {nodes.length > 0 && (
        <Table
          role="treegrid"
          label={`What ${policy} can see`}
          rows={nodes}
          columns={columns}
          look={css}
          allUpTo={allRowsUpTo}
          keyOf={({ path, level }) => `${String(level)} ${path}`}
          treeOf={({ level, parents, path }) => ({ level, isOpen: parents ? !folded.has(path) : undefined })}
          onOpen={(node) => {
            if (node.row === undefined) fold(node, !folded.has(node.path));
            else open(node);
          }}
          onCopy={({ path }) => void copyPlainText(path, 'Path')}
          onSide={(node, index, side) => {
            const isFolded = folded.has(node.path);
            if (side === 'ArrowLeft' && node.parents && !isFolded) fold(node, true);
            else if (side === 'ArrowLeft') return parentOf(nodes, index);
            else if (node.parents && isFolded) fold(node, false);
            else return undefined;
            return index;
          }}
          onRowClick={(node, target) => {
            if (target.closest('button') === null && node.parents) fold(node, !folded.has(node.path));
          }}
        />
      )}
    </>
  );
}

function parentOf(nodes: readonly ReachNode[], index: number): number {
  const level = nodes[index]?.level ?? 1;
  const before = nodes.slice(0, index).findLastIndex((node) => node.level < level);
  return before === -1 ? index : before;
}

function PathCell({ node, isFolded }: { readonly node: ReachNode; readonly isFolded: boolean }) {
  const { label, level, parents, type, row, path } = node;
  return (
    <>
      <span className={css['fold']} style={{ marginInlineStart: (level - 1) * 16 }}>
        {parents && <Icon of={isFolded ? ChevronRight : ChevronDown} size={14} />}
      </span>
      <Text as="code" shrinks cut title={path}>
        {label}
      </Text>
      {type !== undefined && (
        <Text tone="dim" rigid>
          {type}
        </Text>
      )}
      {row?.kind === 'rule' && <Chip>{row.template === true ? 'template' : 'rule'}</Chip>}
    </>
  );
}

function RuleLink({ node, onOpen }: { readonly node: ReachNode; readonly onOpen: () => void }) {
  const [rule, ...others] = node.row?.deciding ?? [];
  if (rule === undefined) return null;
  return (
    <button type="button" tabIndex={0} className={css['link']} onClick={onOpen}>
      line {grouped(rule.line)}
      {others.length > 0 && ` and ${grouped(others.length)} more`}
    </button>
  );
}
