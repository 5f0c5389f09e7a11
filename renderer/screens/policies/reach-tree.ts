/** Paths that policies can access, as a tree of mounts and the segments of paths below them. */
import type { ReachRow } from '../../../shared/vault/policy-effect.ts';

export interface ReachNode {
  /** The whole path; identifies the node. */
  readonly path: string;
  /** Text of its row. */
  readonly label: string;
  /** 1 for mounts. */
  readonly level: number;
  readonly parents: boolean;
  /** The type of a mount; a heading for rules outside all mounts. */
  readonly type?: string;
  /** Absent for an intermediate segment. */
  readonly row?: ReachRow;
}

interface Branch {
  readonly label: string;
  readonly path: string;
  row: ReachRow | undefined;
  type: string | undefined;
  readonly below: Map<string, Branch>;
}

/** Parent of rules that are not below a known mount. */
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
    // An existing entry takes precedence over a rule at the same path.
    if (node.row?.kind !== 'name') node.row = row;
  }
  const nodes: ReachNode[] = [];
  const add = (from: Branch, level: number): void => {
    for (const { label, path, row, type, below } of sorted(from.below)) {
      nodes.push({
        path,
        label,
        level,
        parents: below.size > 0,
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
