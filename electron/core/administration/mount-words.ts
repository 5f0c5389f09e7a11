/** Texts of the secure prompt before a mount is enabled, tuned, moved, upgraded or disabled. */
import { prose, risk } from '../../../shared/ipc/prompt-notes.ts';
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
    action: 'Enable',
  };
}

export function tuneWords(kind: MountKind, path: string, changes: Partial<MountTuning>): Question {
  return {
    title: kind === 'auth' ? 'Change this auth method?' : 'Change this secrets engine?',
    facts: [{ name: 'Path', value: path }],
    notes: unhashedNotes(changes),
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
      prose('Tokens', kind === 'auth' ? 'all that it gave are revoked' : ''),
      prose('Policies', 'unchanged: those that name the old path no longer match'),
    ],
    action: 'Move',
    typedName: path,
  };
}

export function upgradeWords(path: string): Question {
  return {
    title: 'Upgrade to KV version 2?',
    facts: [
      prose('Entries', 'become version 1 each; unavailable while the server converts them'),
      prose('API paths', `${path}name becomes ${path}data/name, for policies and programs too`),
    ],
    body: ['This cannot be undone.'],
    action: 'Upgrade',
    typedName: path,
  };
}

export function disableWords(kind: MountKind, path: string, shown: readonly ShownBelow[]): Question {
  return {
    title: kind === 'auth' ? 'Disable this auth method?' : 'Disable this secrets engine?',
    facts: [
      { name: 'Path', value: path },
      prose('Deleted', kind === 'auth' ? 'its users, roles and settings' : ''),
      ...openFacts(shown),
    ],
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
    prose('And', more > 0 ? `${String(more)} more` : ''),
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
