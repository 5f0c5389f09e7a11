/**
 * `ceremony.*`: operations of several people with their key shares. Shares are typed in the secure prompt and leave
 * main only for confirmed addresses; a ceremony's results are held before anything else happens to them. Works
 * without a login if the server allows it.
 */
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { BeginOptions, InitOptions } from '../../../shared/vault/ceremony.ts';
import { keyCeremonies } from '../../../shared/vault/ceremony.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { cancelKeyCeremony, removeBackup, takeBackup } from '../../core/ceremonies/cancel.ts';
import type { CeremonyParts } from '../../core/ceremonies/give.ts';
import { initialiseServer } from '../../core/ceremonies/init.ts';
import { pgpKeysBy } from '../../core/ceremonies/pgp-tasks.ts';
import { beginKeyCeremony, giveKeyShareTo } from '../../core/ceremonies/rekey.ts';
import { savedOf, showResult } from '../../core/ceremonies/results.ts';
import { decodeElsewhere } from '../../core/ceremonies/root-token-result.ts';
import { rotateRoot } from '../../core/ceremonies/rotate-root.ts';
import { standingOf } from '../../core/ceremonies/status.ts';
import { confirmNode, lookAtNodes, resetNodes, unsealNodes } from '../../core/ceremonies/unseal-nodes.ts';
import type { NodesParts } from '../../core/ceremonies/unseal-nodes.ts';
import type { At } from '../../core/sessions/unauthenticated.ts';
import type { Services } from '../../services/services.ts';
import { aPlace, anAnswer } from '../about.ts';
import { call } from '../call.ts';
import type { CallContext } from '../call.ts';
import { readOfAnswer, readOfApp, readsOfPlace, toConnect, writesOfPlace } from '../presets.ts';
import { exactly } from '../same-shape.ts';
import { id, maybe, originText } from './fields.ts';
import { where } from './service-fields.ts';

/** A public key, armored or in base64. */
const pgpKey = z.string().check(z.maxLength(256 * 1024));
const pgpKeys = z.array(pgpKey).check(z.maxLength(255));
/** Values refused by servers get words of our own, not the malformed-call error. */
const shareCount = z.int().check(z.gte(-1_000_000), z.lte(1_000_000));
const keyCeremony = z.enum(keyCeremonies);
const ofRekey = z.enum(['rekey', 'recovery-rekey']);
const nonce = z.string().check(z.maxLength(256));
const more = z.array(originText).check(z.maxLength(50));
const seenCeremony = { where, ceremony: keyCeremony, nonce };
const MOST_KEY_BYTES = 2 * 1024 * 1024;

const beginOptions = exactly<BeginOptions>()(
  z.union([
    z.strictObject({
      ceremony: ofRekey,
      shares: shareCount,
      threshold: shareCount,
      pgpKeys,
      verify: z.boolean(),
      backup: z.boolean(),
    }),
    z.strictObject({ ceremony: z.literal('generate-root'), pgpKey: maybe(pgpKey) }),
  ]),
);

const initOptions = exactly<InitOptions>()(
  z.strictObject({ shares: shareCount, threshold: shareCount, pgpKeys, rootTokenPgpKey: maybe(pgpKey) }),
);

function partsOf({ gate, ceremonyMemory: memory, answers, runTask }: Services): CeremonyParts {
  return { gate, memory, answers, pgpKeys: pgpKeysBy(runTask) };
}

function nodesOf({ unauthenticated, sessions, ceremonyMemory: memory, platform }: Services): NodesParts {
  return { unauthenticated, memory, targetOf: sessions.targetOf, ask: platform.ask };
}

/** Runs a use-case at a place, which is contacted for it. */
function connected<T>(
  place: Where,
  { services, signal }: CallContext,
  work: (at: At, parts: CeremonyParts) => Promise<T>,
): Promise<T> {
  return services.unauthenticated.at(place, (at) => work(at, partsOf(services)), { signal });
}

export const ceremonyCalls = [
  call('ceremony.status', {
    ...readsOfPlace,
    input: z.strictObject({ where, ceremony: keyCeremony }),
    run: (place, { ceremony }, context) =>
      connected(place, context, async (at, parts) => (await standingOf(at, ceremony, parts)).status),
  }),
  call('ceremony.begin', {
    input: z.strictObject({ where, options: beginOptions }),
    effect: 'once',
    says: 'Begin a key ceremony',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['confirm', ...toConnect],
    maxBytes: MOST_KEY_BYTES,
    run: (place, { options }, context) =>
      connected(place, context, (at, parts) => beginKeyCeremony(at, place, options, parts)),
  }),
  call('ceremony.giveShare', {
    input: z.strictObject(seenCeremony),
    effect: 'once',
    says: 'Enter a key share',
    about: aPlace,
    whenLocked: 'refused',
    asks: toConnect,
    run: (place, { where: _, ...seen }, context) =>
      connected(place, context, (at, parts) => giveKeyShareTo(at, place, seen, parts)),
  }),
  call('ceremony.cancel', {
    ...writesOfPlace,
    input: z.strictObject({ ...seenCeremony, only: z.enum(['all', 'verification']) }),
    says: 'Cancel a key ceremony',
    run: (place, { where: _, ...seen }, context) =>
      connected(place, context, (at, parts) => cancelKeyCeremony(at, seen, parts)),
  }),
  call('ceremony.decodeRootToken', {
    input: z.strictObject({ where }),
    effect: 'write',
    bringsOnce: true,
    says: 'Decode a root token',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['enter-fields'],
    run: (place, _input, { services, signal }) =>
      decodeElsewhere(place, { ...partsOf(services), ask: services.platform.ask }, signal),
  }),
  call('ceremony.backup', {
    input: z.strictObject({ where, ceremony: ofRekey }),
    // It changes nothing on the server. Its result is held here until the user discards it, and room for that is
    // limited.
    effect: 'write',
    bringsOnce: true,
    says: 'Show the backup of key shares',
    about: aPlace,
    whenLocked: 'refused',
    asks: toConnect,
    run: (place, { ceremony }, context) =>
      connected(place, context, (at, parts) => takeBackup(at, place, ceremony, parts)),
  }),
  call('ceremony.removeBackup', {
    ...writesOfPlace,
    input: z.strictObject({ where, ceremony: ofRekey }),
    says: 'Delete the backup of key shares',
    run: async (place, { ceremony }, context) => {
      await connected(place, context, (at, parts) => removeBackup(at, ceremony, parts));
      return {};
    },
  }),
  call('ceremony.rotateRoot', {
    ...writesOfPlace,
    input: z.strictObject({ where }),
    says: 'Rotate the root key',
    run: async (place, _input, context) => {
      await connected(place, context, rotateRoot);
      return {};
    },
  }),
  call('ceremony.init', {
    input: z.strictObject({ where, options: initOptions }),
    effect: 'once',
    says: 'Initialise a server',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['confirm', ...toConnect],
    maxBytes: MOST_KEY_BYTES,
    run: (place, { options }, context) =>
      connected(place, context, (at, parts) => initialiseServer(at, place, options, parts)),
  }),
  call('ceremony.nodes', {
    input: z.strictObject({ where, more }),
    effect: 'read',
    about: aPlace,
    whenLocked: 'refused',
    // An unconfirmed address is not contacted, and the prompt for a header's value is not opened.
    asks: ['enter-passphrase'],
    run: (place, input, { services, signal }) => lookAtNodes(place, input.more, nodesOf(services), signal),
  }),
  call('ceremony.confirmNode', {
    ...readsOfPlace,
    input: z.strictObject({ where, address: originText }),
    run: (place, { address }, { services, signal }) => confirmNode(place, address, nodesOf(services), signal),
  }),
  call('ceremony.unseal', {
    input: z.strictObject({ where, more }),
    effect: 'write',
    says: 'Enter an unseal key share',
    about: aPlace,
    whenLocked: 'refused',
    asks: toConnect,
    run: async (place, input, { services, signal }) => {
      const nodes = await unsealNodes(place, input.more, nodesOf(services), signal);
      // A session in trouble because its server was sealed learns of the end of that.
      if ('sessionId' in place && nodes[0]?.seal?.sealed === false)
        await services.sessions.find(place.sessionId).session.refresh(signal);
      return nodes;
    },
  }),
  call('ceremony.resetUnseal', {
    input: z.strictObject({ where, more }),
    effect: 'write',
    says: 'Reset the unseal progress',
    about: aPlace,
    whenLocked: 'refused',
    asks: ['confirm', 'enter-passphrase', 'confirm-trust'],
    run: (place, input, { services, signal }) => resetNodes(place, input.more, nodesOf(services), signal),
  }),
  call('ceremony.showResult', {
    input: z.strictObject({ answerId: id, again: z.boolean() }),
    effect: 'changes-here',
    costs: 'gesture',
    says: 'Show a one-time result on the screen',
    about: anAnswer,
    whenLocked: 'refused',
    asks: ['show-secret'],
    run: (answerId, { again }, { services }) =>
      showResult(
        { ...partsOf(services), secrets: services.secrets, ask: services.platform.ask },
        answerId,
        again,
      ),
  }),
  readOfAnswer('ceremony.saved', {}, (answerId, _input, { services }) =>
    savedOf({ ...partsOf(services), secrets: services.secrets }, answerId),
  ),
  readOfApp(
    'ceremony.readPgpKeys',
    { text: z.string().check(z.maxLength(MOST_KEY_BYTES / 2)) },
    (_nothing, { text }, { services }) => pgpKeysBy(services.runTask).read(text),
    { maxBytes: MOST_KEY_BYTES + 1024 },
  ),
  readOfApp('ceremony.choosePgpKeys', {}, async (_nothing, _none, { services, signal }) => {
    const chosen = await services.platform.chooseFile('value');
    if (chosen === undefined || signal.aborted)
      throw new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
    return pgpKeysBy(services.runTask).read(await keyFile(chosen));
  }),
] as const;

/** Reads a file of public keys, armored or binary, as a text. Rejects with `invalid-input` if it is too large. */
async function keyFile(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MOST_KEY_BYTES / 2)
    throw new AppFailure({ kind: 'invalid-input', message: 'This file is too large for public keys.' });
  const bytes = await readFile(path);
  const text = bytes.toString('utf8');
  return text.includes('-----BEGIN PGP') ? text : bytes.toString('base64');
}
