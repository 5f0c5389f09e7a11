/** Texts of the secure prompt before a mount is enabled, tuned, moved, upgraded or disabled. */
import { risk } from '../../../shared/ipc/prompt-notes.ts';
import type { PromptFact, PromptNote } from '../../../shared/ipc/trusted-contract.ts';
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
    notes: unhashedNotes(tuning),
    body: [
      kind === 'auth'
        ? 'Nobody can log in with it until it has roles or users.'
        : 'Policies that already name this path grant access to it immediately.',
    ],
    action: 'Enable',
  };
}

export function tuneWords(kind: MountKind, path: string, changes: Partial<MountTuning>): Question {
  return {
    title: kind === 'auth' ? 'Change this auth method?' : 'Change this secrets engine?',
    facts: [{ name: 'Path', value: path }],
    notes: unhashedNotes(changes),
    body: [],
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
        : 'Its leases are revoked. Its content moves too. Clients must use the new path.',
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
    facts: [{ name: 'Path', value: path }, ...openFacts(shown)],
    body: kind === 'auth' ? ['Its users, roles and settings are deleted.'] : [],
    action: 'Disable',
    typedName: path,
  };
}

function openFacts(shown: readonly ShownBelow[]): readonly PromptFact[] {
  const more = shown.length - MOST_NAMED;
  return [
    ...shown.slice(0, MOST_NAMED).map(({ session, path, edited }) => ({
      name: edited ? 'Unsaved edit' : 'Open now',
      value: `${path} in “${session}”`,
      ...(edited ? { notice: true as const } : {}),
    })),
    { name: 'And', value: more > 0 ? `${String(more)} more` : '', prose: true },
  ];
}

function unhashedNotes({
  auditRequestKeys = [],
  auditResponseKeys = [],
}: Partial<MountTuning>): readonly PromptNote[] {
  return auditRequestKeys.length + auditResponseKeys.length > 0
    ? [risk('Audit devices record the values of unhashed keys as plain text.')]
    : [];
}
