/** `session.*` and `secret.*`: open connections and the credentials that main holds for them. */
import * as z from 'zod/mini';
import { unsavedWork } from '../../../shared/vault/counted.ts';
import type { SecretKind } from '../../../shared/vault/secret-ref.ts';
import type { DestinationFacts } from '../../../shared/ipc/trusted-contract.ts';
import type { Agreement } from '../../core/credentials/agreement.ts';
import { kindsInWords } from '../../core/credentials/kinds-in-words.ts';
import { copyCredential } from '../../core/gates/clipboard.ts';
import { cancelled, destinationFacts } from '../../core/connection/connect.ts';
import { agreeToLose } from '../../core/gates/once.ts';
import { editFacts } from '../../core/sessions/log-out.ts';
import { namespacesBelow } from '../../core/sessions/other-namespace.ts';
import type { Services } from '../../services/services.ts';
import { aSessionLockedOrNot, nothing, perhapsASession } from '../about.ts';
import { call } from '../call.ts';
import { change, changeOfApp, changeOfCredential, read, readWhenLocked, reads } from '../presets.ts';
import {
  colour,
  environment,
  id,
  inSession,
  maybe,
  nameText,
  namespaceText,
  none,
  target,
} from './fields.ts';
import { login, loginPrompts, secretKind, useOf } from './service-fields.ts';

export const sessionCalls = [
  readWhenLocked('session.list', {}, (_nothing, _none, { services }) => services.sessions.list()),
  changeOfApp(
    'session.open',
    {
      says: 'Log in',
      costs: 'gesture',
      asks: loginPrompts,
      paidBy: ({ profileId }) => (profileId === undefined ? undefined : useOf(profileId)),
    },
    {
      target,
      name: nameText,
      colour,
      environment: maybe(environment),
      profileId: maybe(id),
      environmentId: maybe(id),
      fromKeychain: maybe(z.boolean()),
      login: maybe(login),
    },
    async (_nothing, options, { services, signal }) => {
      const { profileId } = options;
      try {
        return await services.sessions.open(options, signal);
      } catch (failure) {
        // The form removes a connection that it has only just saved.
        if (profileId !== undefined && services.freshProfiles.has(profileId))
          services.gesture.leave(useOf(profileId));
        throw failure;
      }
    },
  ),
  call('session.reauthenticate', {
    input: z.strictObject({ ...inSession, fromKeychain: maybe(z.boolean()), login: maybe(login) }),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Log in again',
    about: aSessionLockedOrNot,
    whenLocked: 'answered',
    asks: [...loginPrompts, 'confirm'],
    run: async (_opened, { sessionId, ...again }, { services, signal }) => {
      const view = await services.sessions.reauthenticate(sessionId, again, signal);
      services.lock.lift();
      return view;
    },
  }),
  call('session.unlockAll', {
    input: none,
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Unlock all sessions',
    about: nothing,
    whenLocked: 'answered',
    asks: [...loginPrompts, 'confirm'],
    run: (_nothing, _none, { services, signal }) => services.sessions.unlockAll(services.lock.lift, signal),
  }),
  call('session.refresh', {
    ...reads,
    input: z.strictObject(inSession),
    about: aSessionLockedOrNot,
    run: ({ session }, _input, { signal }) => session.refresh(signal),
  }),
  call('session.close', {
    input: z.strictObject(inSession),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Close a session',
    about: aSessionLockedOrNot,
    whenLocked: 'answered',
    asks: ['confirm'],
    run: async (_opened, { sessionId }, { services, signal }) => {
      const { sessions, lock, answers } = services;
      await confirmLosingEdits(services, sessionId, signal);
      const agreement = await confirmLosing(services, sessionId, signal);
      sessions.close(sessionId);
      if (agreement !== undefined)
        answers.discard(
          answers.listAtRisk().map(({ answerId }) => answerId),
          agreement,
        );
      if (sessions.list().length > 0) return {};
      // The last session is gone: nothing remains to lock, and no login can restore dismissed results.
      if (lock.state().locked) answers.forgetDismissed(() => true);
      lock.lift();
      return {};
    },
  }),
  change(
    'session.logOut',
    { says: 'Log out', costs: 'gesture', asks: ['confirm'] },
    {},
    (_session, { sessionId }, { services: { sessions, drafts, gesture }, signal }) => {
      // The asking click pays for a use of the token, however long the question is read.
      gesture.asked();
      return sessions.logOut(sessionId, editsOf(drafts, sessionId), signal);
    },
  ),
  change(
    'session.openNamespace',
    { says: 'Open another namespace', costs: 'gesture', asks: 'nothing' },
    { namespace: namespaceText },
    (_session, { sessionId, namespace }, { services, signal }) =>
      services.sessions.openNamespace(sessionId, namespace, signal),
  ),
  change(
    'session.setNotices',
    { says: 'Switch notifications', costs: 'gesture', asks: 'nothing' },
    { on: z.boolean() },
    (_session, { sessionId, on }, { services }) => services.sessions.setNotices(sessionId, on),
  ),
  read('session.namespaces', {}, async (session, _input, { signal }) => ({
    names: await namespacesBelow(session, signal),
  })),
  changeOfCredential(
    'secret.copy',
    { says: 'Copy a credential', costs: 'gesture', asks: ['confirm'] },
    {},
    (secretRef, _input, { services, signal }) => {
      const { copy } = services.platform.clipboard;
      return copyCredential({ ...services, copy }, secretRef, signal);
    },
  ),
  changeOfCredential(
    'secret.show',
    { says: 'Show a credential on the screen', costs: 'gesture', asks: ['show-secret'] },
    {},
    async (secretRef, _input, { services }) => {
      const { secret, credential } = services.secrets.read(secretRef);
      const shown = await services.platform.ask({
        kind: 'show-secret',
        title: kindsInWords[credential.kind],
        note: `${credential.length} characters. Anyone who reads it can use it.`,
        secret,
      });
      // A lock or a lost window can have taken it away unread.
      if (shown.kind === 'submit') services.secrets.noteTaken(secretRef);
      return {};
    },
  ),
  call('secret.enter', {
    input: z.strictObject({ sessionId: maybe(id), kind: secretKind }),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Enter a credential',
    about: perhapsASession,
    whenLocked: 'refused',
    asks: ['enter-fields'],
    run: async (_session, { sessionId = '', kind }, { services, signal }) => {
      const { title, label } = entryWords[kind];
      const answer = await services.platform.ask(
        {
          kind: 'enter-fields',
          title,
          action: 'Use it',
          intro: ['Not sent yet: kept in memory for the next step.'],
          ...(sessionId === '' ? {} : { destination: destinationOf(services, sessionId) }),
          fields: [{ name: 'secret', label, secret: true }],
        },
        signal,
      );
      if (answer.kind !== 'fields') throw cancelled();
      return services.secrets.holdTyped(sessionId, kind, answer.values['secret'] ?? '');
    },
  }),
  changeOfCredential(
    'secret.dismiss',
    { says: 'Forget what was entered', costs: 'nothing', asks: 'nothing' },
    {},
    (secretRef, _input, { services }) => {
      services.secrets.dismiss(secretRef);
      return {};
    },
  ),
] as const;

function destinationOf({ sessions }: Services, sessionId: string): DestinationFacts {
  const { place } = sessions.find(sessionId);
  const { client } = sessions.get(sessionId);
  return destinationFacts(client.options, place.target, place.look, client.peerChain()[0]);
}

/** Full paths of a session's unsaved edits. */
function editsOf(drafts: Services['drafts'], sessionId: string): readonly string[] {
  return drafts
    .places()
    .filter((one) => one.sessionId === sessionId)
    .map(({ path }) => path);
}

/** Unsaved edits end with their session, and a page must not end them. Rejects with `cancelled`. */
async function confirmLosingEdits(
  { drafts, platform }: Services,
  sessionId: string,
  signal: AbortSignal,
): Promise<void> {
  const edits = editsOf(drafts, sessionId);
  if (edits.length === 0) return;
  await agreeToLose(
    platform.ask,
    {
      title: `Close and lose ${unsavedWork({ drafts: edits.length, oneTimeResults: 0 })}?`,
      facts: editFacts(edits),
      body: ['The server is unchanged.'],
      action: 'Close and lose',
    },
    signal,
  );
}

/** Closing the last session of a locked app is a way out without a login. Rejects with `cancelled`. */
async function confirmLosing(
  { sessions, lock, platform }: Services,
  sessionId: string,
  signal: AbortSignal,
): Promise<Agreement | undefined> {
  const { locked, oneTimeResults } = lock.state();
  const others = sessions.list().filter((one) => one.sessionId !== sessionId);
  if (!locked || oneTimeResults === 0 || others.length > 0) return undefined;
  return agreeToLose(
    platform.ask,
    {
      title: `Close and lose ${unsavedWork({ drafts: 0, oneTimeResults })}?`,
      body: ['Closing this connection discards what it keeps.'],
      action: 'Close and lose',
    },
    signal,
  );
}

/** Title and label in main's words, so that a page cannot ask for one credential and get another. */
const entryWords: Readonly<Record<SecretKind, { readonly title: string; readonly label: string }>> = {
  'client-token': { title: 'Enter a token', label: 'Token' },
  'wrapping-token': { title: 'Enter a wrapping token', label: 'Wrapping token' },
  'token-id': { title: 'Enter a token', label: 'Token' },
  'secret-id': { title: 'Enter a secret ID', label: 'Secret ID' },
  'key-share': { title: 'Enter a key share', label: 'Key share' },
  'root-token': { title: 'Enter a root token', label: 'Root token' },
  otp: { title: 'Enter a one-time password', label: 'One-time password' },
  'private-key': { title: 'Enter a private key', label: 'Private key' },
  password: { title: 'Enter a password', label: 'Password' },
  other: { title: 'Enter a secret value', label: 'Secret value' },
};
