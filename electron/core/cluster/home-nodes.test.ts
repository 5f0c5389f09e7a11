import { expect, it, vi } from 'vitest';
import type { ClusterNode, ClusterStatus } from '../../../shared/vault/cluster.ts';
import { createHomeNodes } from './home-nodes.ts';

const here = 'https://n1:8200';

function status(...nodes: readonly Partial<ClusterNode>[]): ClusterStatus {
  return {
    seen: { at: '', nodes: nodes.map((node) => ({ asked: 'asked', ...node }) as ClusterNode) },
    panels: {},
  };
}

const sealed = (is: boolean, address = here): Partial<ClusterNode> => ({
  address,
  answer: { sealed: is } as NonNullable<ClusterNode['answer']>,
});
const gone: Partial<ClusterNode> = { address: here, problem: { kind: 'timeout', message: '', timeoutMs: 1 } };

it('tells of a session whose own node is sealed, gone or back, once each, and of no other node', () => {
  const changed = vi.fn();
  const homes = createHomeNodes(changed);
  const see = (...nodes: readonly Partial<ClusterNode>[]): number => {
    homes.judged('s', here, status(...nodes));
    return changed.mock.calls.length;
  };
  expect(see(sealed(false), sealed(false, 'https://n2:8200'))).toBe(0);
  expect(see(sealed(false), sealed(true, 'https://n2:8200'))).toBe(0);
  expect(see(sealed(true))).toBe(1);
  expect(see(sealed(true))).toBe(1);
  expect(see(gone)).toBe(2);
  expect(see(sealed(false))).toBe(3);
  homes.forget('s');
  expect(see(sealed(true))).toBe(3);
  expect(changed).toHaveBeenLastCalledWith('s');
});
