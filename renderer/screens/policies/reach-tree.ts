/** Rows of what policies can see, as a tree of mounts and the segments of paths below them. */
import type { ReachRow } from '../../../shared/vault/policy-effect.ts';

export interface ReachNode {
  /** The whole path; what a node is known by. */
  readonly path: string;
  /** What stands in its row. */
  readonly label: string;
  /** 1 for mounts. */
  readonly level: number;
  readonly parents: boolean;
  /** Of a mount its type; of rules outside of every mount a heading. */
  readonly type?: string;
  /** Absent: a step on the way only. */
  readonly row?: ReachRow;
}

interface Branch {
  readonly label: string;
  readonly path: string;
  row: ReachRow | undefined;
  type: string | undefined;
  readonly below: Map<string, Branch>;
}

/** Where rules are that lie below no known mount. */
export const elsewhere = 'Any path';

/** The tree, flat; nodes below a folded one are left out. */
export function reachTree(rows: readonly ReachRow[], folded: ReadonlySet<string>): readonly ReachNode[] {
  const top = branch('', '');
  for (const row of rows) {
    const at = row.mount === '' ? elsewhere : row.mount;
    const mount = child(top, at, at);
    if (row.kind === 'mount') {
      mount.type = row.type;
      continue;
    }
    const below = row.mount === '' ? row.path : row.path.replace(/^\//, '').slice(row.mount.length);
    let node = mount;
    for (const part of below.split(/(?<=\/)/))
      node = part === '' ? node : child(node, part, node.path + part);
    // What exists says more than the rule that is written for it.
    if (node.row?.kind !== 'name') node.row = row;
  }
  const nodes: ReachNode[] = [];
  const add = (from: Branch, level: number): void => {
    for (const { label, path, row, type, below } of sorted(from.below)) {
      nodes.push({
        ...{ path, label, level, parents: below.size > 0 },
        ...(row === undefined ? {} : { row }),
        ...(type === undefined ? {} : { type }),
      });
      const node = from.below.get(label);
      if (node !== undefined && !folded.has(path)) add(node, level + 1);
    }
  };
  add(top, 1);
  return nodes;
}

function branch(label: string, path: string): Branch {
  return { label, path, row: undefined, type: undefined, below: new Map() };
}

function child(of: Branch, label: string, path: string): Branch {
  const known = of.below.get(label);
  if (known !== undefined) return known;
  const made = branch(label, path);
  of.below.set(label, made);
  return made;
}

function sorted(below: ReadonlyMap<string, Branch>): readonly Branch[] {
  return [...below.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
}
