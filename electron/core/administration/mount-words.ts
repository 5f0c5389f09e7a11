/** Texts of the secure prompt before a mount is enabled, tuned, moved, upgraded or disabled. */
import type { MountKind, MountTuning, NewMount } from '../../../shared/vault/mount-table.ts';
import type { Question } from '../../vault/http/types.ts';

/** Page content below a mount. */
export interface ShownBelow {
  /** Name of the session. */
  readonly session: string;
  readonly path: string;
  /** True if it has unsaved edits. */
  readonly edited: boolean;
}

const MOST_NAMED = 8;

export function enableWords(kind: MountKind, { tuning }: NewMount): Question {
  return {
    title: kind === 'auth' ? 'Enable this auth method?' : 'Enable this secrets engine?',
    body: [
      ...unhashedWords(tuning),
      kind === 'auth'
        ? 'Whoever it lets log in gets what its roles or users grant. Until it has some, nobody can log in with it.'
        : 'It is empty at first. Policies that already name this path grant access to it at once.',
    ],
    action: 'Enable',
  };
}

export function tuneWords(kind: MountKind, path: string, changes: Partial<MountTuning>): Question {
  return {
    title: `Change the settings of “${path}”?`,
    body: [
      kind === 'auth'
        ? 'Everybody who logs in with it is affected from now on.'
        : 'Everybody who uses it is affected from now on.',
      ...unhashedWords(changes),
    ],
    action: 'Change settings',
  };
}

export function moveWords(kind: MountKind, path: string, to: string): Question {
  const prefix = kind === 'auth' ? 'auth/' : '';
  return {
    title: kind === 'auth' ? 'Move this auth method?' : 'Move this secrets engine?',
    facts: [
      { name: 'From', value: prefix + path },
      { name: 'To', value: prefix + to },
    ],
    body: [
      kind === 'auth'
        ? 'Every token it gave is revoked, with its leases. Logins must use the new path from now on.'
        : 'Its leases are revoked. What is in it moves along; whatever reads it must use the new path.',
      'Policies are not changed: those that name the old path no longer match.',
    ],
    action: 'Move',
    typedName: path,
  };
}

export function upgradeWords(path: string): Question {
  return {
    title: 'Upgrade to KV version 2?',
    body: [
      'Every entry becomes the first of its versions. While the server converts them, none can be read or written.',
      `API paths change: ${path}name becomes ${path}data/name. Policies and programs that use the old ones stop working.`,
      'There is no way back to version 1.',
    ],
    action: 'Upgrade',
    typedName: path,
  };
}

export function disableWords(kind: MountKind, path: string, shown: readonly ShownBelow[]): Question {
  return {
    title: kind === 'auth' ? 'Disable this auth method?' : 'Disable this secrets engine?',
    body: [
      kind === 'auth'
        ? 'Its users, roles and settings are deleted. Its tokens’ leases are revoked.'
        : 'All versions of its entries go with it.',
      ...openWords(shown),
      'This cannot be undone.',
    ],
    action: 'Disable',
    typedName: path,
  };
}

function openWords(shown: readonly ShownBelow[]): readonly string[] {
  if (shown.length === 0) return [];
  const named = shown
    .slice(0, MOST_NAMED)
    .map(({ session, path, edited }) => `${path} in “${session}”${edited ? ', with unsaved edits' : ''}`);
  const more = shown.length - named.length;
  return [
    `Open now: ${named.join('; ')}${more > 0 ? `; and ${String(more)} more` : ''}.`,
    ...(shown.some(({ edited }) => edited) ? ['Unsaved edits can no longer be saved there.'] : []),
  ];
}

function unhashedWords({
  auditRequestKeys = [],
  auditResponseKeys = [],
}: Partial<MountTuning>): readonly string[] {
  return auditRequestKeys.length + auditResponseKeys.length > 0
    ? ['Audit devices record the values of unhashed keys as plain text.']
    : [];
}
