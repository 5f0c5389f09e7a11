/** New names of a plan's entries. */
import { RE2JS, RE2JSException } from 're2js';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';
import type { NamePattern } from '../../../shared/vault/plan.ts';

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

/** Reason why a path cannot be one of an entry; undefined if it can. Spaces at its ends are taken by the server. */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.endsWith('/')) return 'The new name is empty.';
  return checkApiPath(path)?.message;
}
