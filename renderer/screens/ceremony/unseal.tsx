import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Play, Plus, RotateCcw, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { NodeSeal } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { nodesQuery } from '../../api/ceremonies.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { refreshSession } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Store, useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Note, Row, Text } from '../../ui/layout.tsx';
import { SharesMeter } from '../../ui/shares-meter.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import css from './ceremony.module.css';

/** Addresses added by the user, by place. */
const added = new Store<ReadonlyMap<string, readonly string[]>>(new Map());

function keyOf(where: Where): string {
  return 'sessionId' in where ? where.sessionId : where.target.address;
}

const none: readonly string[] = [];

/** All nodes of the place, refreshed by polling. */
export function useNodes(where: Where) {
  const more = useStore(added).get(keyOf(where)) ?? none;
  return { more, query: useQuery(nodesQuery(where, more)) };
}

export interface UnsealProps {
  readonly where: Where;
  /** Opens the initialisation of an empty server; absent there. */
  readonly onInit?: () => void;
}

/** Sends one share, entered once, to every sealed node whose address is confirmed. */
export function Unseal({ where, onInit }: UnsealProps) {
  const client = useQueryClient();
  const { more, query } = useNodes(where);
  const action = useAction();
  const [problems, setProblems] = useState<ReadonlyMap<string, NodeSeal>>(new Map());
  const nodes = query.data;
  const waiting = (nodes ?? []).filter((node) => node.confirmed && node.seal?.sealed === true);
  const sessionId = 'sessionId' in where ? where.sessionId : undefined;
  const isSealed = nodes?.[0]?.seal?.sealed === true && nodes[0].seal.initialized;
  // The session learns of the seal at once, not with its next request.
  useEffect(() => {
    if (!isSealed || sessionId === undefined) return;
    // A session that cannot be refreshed reports that itself.
    refreshSession(client, sessionId).catch(() => undefined);
  }, [client, isSealed, sessionId]);
  const empty = nodes?.some(({ seal }) => seal?.initialized === false) === true;
  const run = (work: () => Promise<readonly NodeSeal[]>): void => {
    void action.run(async () => {
      const after = await work();
      setProblems(
        new Map(after.filter(({ problem }) => problem !== undefined).map((node) => [node.address, node])),
      );
      client.setQueryData(nodesQuery(where, more).queryKey, after);
    });
  };
  return (
    <>
      {query.error !== null && <ErrorPanel error={appErrorOf(query.error)} />}
      <ErrorPanel error={action.failure} />
      {nodes === undefined ? (
        query.error === null && <Skeleton rows={3} />
      ) : (
        <table className={css['nodes']}>
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">Seal</th>
              <th scope="col">Shares</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <NodeRow
                key={node.address}
                node={node}
                said={problems.get(node.address)}
                onConfirm={() => {
                  void action.run(async () => {
                    await vault.ceremony.confirmNode({ where, address: node.address });
                    await query.refetch();
                  });
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      {empty ? (
        <>
          <Note>This server is not initialised: it has no key shares.</Note>
          {onInit !== undefined && (
            <Row wrap gap={8}>
              <Button variant="primary" icon={Play} onClick={onInit}>
                Initialise…
              </Button>
            </Row>
          )}
        </>
      ) : (
        nodes !== undefined && (
          <Row wrap gap={8}>
            <Button
              variant="primary"
              icon={KeyRound}
              disabled={action.busy || waiting.length === 0}
              onClick={() => run(() => vault.ceremony.unseal({ where, more }))}
            >
              {waiting.length > 1
                ? `Enter unseal key for ${String(waiting.length)} nodes…`
                : 'Enter unseal key…'}
            </Button>
            {waiting.some(({ seal }) => (seal?.progress ?? 0) > 0) && (
              <Button
                icon={RotateCcw}
                disabled={action.busy}
                onClick={() => run(() => vault.ceremony.resetUnseal({ where, more }))}
              >
                Start over…
              </Button>
            )}
          </Row>
        )
      )}
      <Note>If you stop here, the server stays sealed. It keeps the entered shares until it restarts.</Note>
      <AddNode where={where} />
    </>
  );
}

interface NodeRowProps {
  readonly node: NodeSeal;
  /** Result of the last share. */
  readonly said: NodeSeal | undefined;
  readonly onConfirm: () => void;
}

function NodeRow({ node, said, onConfirm }: NodeRowProps) {
  const { address, confirmed, seal } = node;
  const problem = node.problem ?? said?.problem;
  return (
    <tr>
      <th scope="row">
        <span className={css['mono']} data-selectable>
          {address}
        </span>
        {problem !== undefined && (
          <Text as="p" role="alert" tone="danger">
            {problem.message}
          </Text>
        )}
      </th>
      <td>
        {!confirmed ? (
          <Button small icon={ShieldCheck} onClick={onConfirm}>
            Confirm node…
          </Button>
        ) : seal === undefined ? (
          '—'
        ) : (
          <Chip tone={!seal.initialized ? 'warn' : seal.sealed ? 'danger' : 'ok'}>
            {!seal.initialized ? 'not initialised' : seal.sealed ? 'sealed' : 'unsealed'}
          </Chip>
        )}
      </td>
      <td>
        {seal?.sealed === true && seal.initialized ? (
          <>
            {seal.progress} of {seal.threshold}
            <SharesMeter given={seal.progress} needed={seal.threshold} />
          </>
        ) : (
          '—'
        )}
      </td>
    </tr>
  );
}

/** Adds an address that the connection does not name; it is contacted once confirmed. */
function AddNode({ where }: { readonly where: Where }) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (): void => {
    const text = address.trim();
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      setProblem('Type an address such as https://vault-2.example.com:8200.');
      return;
    }
    const key = keyOf(where);
    const before = added.snapshot().get(key) ?? none;
    added.set(new Map([...added.snapshot(), [key, [...new Set([...before, new URL(text).origin])]]]));
    setAddress('');
  };
  return (
    <form
      className={css['add']}
      aria-label="Add a node"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        mono
        label="Add a node"
        placeholder="https://vault-2.example.com:8200"
        maxLength={2048}
        value={address}
        error={problem}
        onChange={(event) => {
          setAddress(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit" icon={Plus} disabled={address.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
