/** `workspace.*` and `draft.*` outlive the page, the former as places on disk, the latter in memory only. */
import * as z from 'zod/mini';
import { policiesPlace } from '../../../shared/vault/policy-draft.ts';
import { ownerOf } from '../../services/workspace-owner.ts';
import { aSession, aSessionAndPerhapsAnEntry } from '../about.ts';
import { call } from '../call.ts';
import { change, read } from '../presets.ts';
import { wholeEntryBytes } from '../sizes.ts';
import { atPath, id, longText, maybe, memory } from './fields.ts';

export const workspaceCalls = [
  read('workspace.load', {}, (session, _input, { services }) =>
    services.workspaces.load(ownerOf(session, services)),
  ),
  // Two hundred tabs and five hundred favourites with long paths.
  change(
    'workspace.save',
    { says: 'Remember tabs and favourites', costs: 'keystroke', asks: 'nothing', maxBytes: 8 * 1024 * 1024 },
    { memory },
    (session, { memory: places }, { services }) => {
      services.workspaces.save(ownerOf(session, services), places);
      services.platform.favouritesChanged();
      return {};
    },
  ),
  read('draft.list', {}, ({ sessionId }, _input, { services }) => services.drafts.list(sessionId)),
  call('draft.put', {
    input: z.strictObject({ ...atPath, entryId: maybe(id), text: longText }),
    effect: 'changes-here',
    costs: 'keystroke',
    says: 'Keep an unsaved edit',
    about: aSessionAndPerhapsAnEntry,
    whenLocked: 'refused',
    asks: 'nothing',
    // A draft is an entry written as JSON inside JSON.
    maxBytes: 2 * wholeEntryBytes,
    run: async ({ session, entry }, { mount: at, path, text }, { services, signal }) => {
      const entryMount = entry?.facts.mount;
      const known = [entryMount, policiesPlace].find((one) => one?.path === at);
      const mount = known ?? (await session.mounts.at(at, signal));
      const id = entry === undefined ? {} : { entryId: entry.entryId };
      services.drafts.put({ sessionId: session.sessionId, mount, path, text, ...id });
      return {};
    },
  }),
  call('draft.drop', {
    input: z.strictObject(atPath),
    effect: 'changes-here',
    costs: 'keystroke',
    says: 'Discard an unsaved edit',
    about: aSession,
    whenLocked: 'refused',
    asks: 'nothing',
    run: ({ sessionId }, { mount, path }, { services }) => {
      services.drafts.drop(sessionId, mount, path);
      return {};
    },
  }),
  read('draft.dropped', {}, ({ sessionId }, _input, { services }) => services.drafts.dropped(sessionId)),
  change(
    'draft.restore',
    { says: 'Restore an unsaved edit', costs: 'keystroke', asks: 'nothing' },
    { draftId: id },
    ({ sessionId }, { draftId }, { services }) => {
      services.drafts.restore(sessionId, draftId);
      return {};
    },
  ),
] as const;
