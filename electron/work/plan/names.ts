/** New names of a plan's entries. */
import { RE2JS, RE2JSException } from 're2js';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';
import type { NamePattern, PlanAction } from '../../../shared/vault/plan.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';

/** Compiles a pattern. Throws `invalid-input` for an expression that is none. */
export function renaming(pattern: NamePattern): (name: string) => string {
  switch (pattern.kind) {
    case 'prefix':
      return (name) => pattern.text + name;
    case 'suffix':
      return (name) => name + pattern.text;
    case 'replace':
      return (name) => (pattern.find === '' ? name : name.replaceAll(pattern.find, () => pattern.by));
    case 'expression':
      return expression(pattern.find, pattern.by);
  }
}

function expression(find: string, by: string): (name: string) => string {
  try {
    const compiled = RE2JS.compile(find);
    // Tried once, so that a group that is not there is an error of the form, not of every row.
    compiled.matcher('').replaceAll(by);
    return (name) => compiled.matcher(name).replaceAll(by);
  } catch (failure) {
    if (!(failure instanceof RE2JSException)) throw failure;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'find',
      message: `This is not an expression of RE2: ${failure.message}`,
    });
  }
}

/**
 * Compiles the way of an action: the path that an entry goes to, below its mount. `below`: the folder that the
 * selection begins at. Of an action that leads nowhere, the path itself.
 */
export function leadsTo(action: PlanAction): (path: string, below: string) => string {
  if (action.kind === 'rename') {
    const renamed = renaming(action.pattern);
    return (path, below) => {
      const cut = action.of === 'path' ? below.length : path.lastIndexOf('/') + 1;
      return path.slice(0, cut) + renamed(path.slice(cut));
    };
  }
  if (action.kind !== 'copy' && action.kind !== 'move') return (path) => path;
  const { to, pattern } = action;
  const folder = isFolderPath(to.path) ? to.path : `${to.path}/`;
  const renamed = pattern === undefined ? undefined : renaming(pattern);
  return (path, below) => {
    const inside = path.slice(below.length);
    const cut = inside.lastIndexOf('/') + 1;
    return folder + (renamed === undefined ? inside : inside.slice(0, cut) + renamed(inside.slice(cut)));
  };
}

/** Reason why a path cannot be one of an entry; undefined if it can. Spaces at its ends are taken by the server. */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.endsWith('/')) return 'The new name is empty.';
  return checkApiPath(path)?.message;
}
