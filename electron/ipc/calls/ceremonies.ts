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
import type { CallContext } from '../call.ts';
import {
  changeOfAnswer,
  onceOfPlace,
  readOfAnswer,
  readOfApp,
  readOfPlace,
  toConnect,
  writeOfPlace,
} from '../presets.ts';
import { exactly } from '../same-shape.ts';
import { maybe, originText } from './fields.ts';

/** A public key, armored or in base64. */
const pgpKey = z.string().check(z.maxLength(256 * 1024));
const pgpKeys = z.array(pgpKey).check(z.maxLength(255));
/** Values refused by servers get words of our own, not the malformed-call error. */
const shareCount = z.int().check(z.gte(-1_000_000), z.lte(1_000_000));
const keyCeremony = z.enum(keyCeremonies);
const ofRekey = z.enum(['rekey', 'recovery-rekey']);
const nonce = z.string().check(z.maxLength(256));
const more = z.array(originText).check(z.maxLength(50));
const seenCeremony = { ceremony: keyCeremony, nonce };
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
function connected<I, T>(work: (at: At, parts: CeremonyParts, place: Where, input: I) => Promise<T>) {
  return (place: Where, input: I, { services, signal }: CallContext): Promise<T> =>
    services.unauthenticated.at(place, (at) => work(at, partsOf(services), place, input), { signal });
}

export const ceremonyCalls = [
  readOfPlace(
    'ceremony.status',
    { ceremony: keyCeremony },
    connected(async (at, parts, _place, { ceremony }) => (await standingOf(at, ceremony, parts)).status),
  ),
  onceOfPlace(
    'ceremony.begin',
    { says: 'Begin a key ceremony', asks: ['confirm', ...toConnect], maxBytes: MOST_KEY_BYTES },
    { options: beginOptions },
    connected((at, parts, place, { options }) => beginKeyCeremony(at, place, options, parts)),
  ),
  onceOfPlace(
    'ceremony.giveShare',
    { says: 'Enter a key share', asks: toConnect },
    seenCeremony,
    connected((at, parts, place, { where: _, ...seen }) => giveKeyShareTo(at, place, seen, parts)),
  ),
  writeOfPlace(
    'ceremony.cancel',
    'Cancel a key ceremony',
    { ...seenCeremony, only: z.enum(['all', 'verification']) },
    connected((at, parts, _place, { where: _, ...seen }) => cancelKeyCeremony(at, seen, parts)),
  ),
  writeOfPlace(
    'ceremony.decodeRootToken',
    'Decode a root token',
    {},
    (place, _input, { services, signal }) =>
      decodeElsewhere(place, { ...partsOf(services), ask: services.platform.ask }, signal),
    { asks: ['enter-fields'], bringsOnce: true },
  ),
  // It changes nothing on the server. Its result is held here until the user discards it, and room for that is
  // limited.
  writeOfPlace(
    'ceremony.backup',
    'Show the backup of key shares',
    { ceremony: ofRekey },
    connected((at, parts, place, { ceremony }) => takeBackup(at, place, ceremony, parts)),
    { asks: toConnect, bringsOnce: true },
  ),
  writeOfPlace(
    'ceremony.removeBackup',
    'Delete the backup of key shares',
    { ceremony: ofRekey },
    connected(async (at, parts, _place, { ceremony }) => {
      await removeBackup(at, ceremony, parts);
      return {};
    }),
  ),
  writeOfPlace(
    'ceremony.rotateRoot',
    'Rotate the root key',
    {},
    connected(async (at) => {
      await rotateRoot(at);
      return {};
    }),
  ),
  onceOfPlace(
    'ceremony.init',
    { says: 'Initialise a server', asks: ['confirm', ...toConnect], maxBytes: MOST_KEY_BYTES },
    { options: initOptions },
    connected((at, parts, place, { options }) => initialiseServer(at, place, options, parts)),
  ),
  // An unconfirmed address is not contacted, and the prompt for a header's value is not opened.
  readOfPlace(
    'ceremony.nodes',
    { more },
    (place, input, { services, signal }) => lookAtNodes(place, input.more, nodesOf(services), signal),
    { asks: ['enter-passphrase'] },
  ),
  readOfPlace('ceremony.confirmNode', { address: originText }, (place, { address }, { services, signal }) =>
    confirmNode(place, address, nodesOf(services), signal),
  ),
  writeOfPlace(
    'ceremony.unseal',
    'Enter an unseal key share',
    { more },
    async (place, input, { services, signal }) => {
      const nodes = await unsealNodes(place, input.more, nodesOf(services), signal);
      // A session in trouble because its server was sealed learns of the end of that.
      if ('sessionId' in place && nodes[0]?.seal?.sealed === false)
        await services.sessions.find(place.sessionId).session.refresh(signal);
      return nodes;
    },
    { asks: toConnect },
  ),
  writeOfPlace(
    'ceremony.resetUnseal',
    'Reset the unseal progress',
    { more },
    (place, input, { services, signal }) => resetNodes(place, input.more, nodesOf(services), signal),
    { asks: ['confirm', 'enter-passphrase', 'confirm-trust'] },
  ),
  changeOfAnswer(
    'ceremony.showResult',
    { says: 'Show a one-time result on the screen', costs: 'gesture', asks: ['show-secret'] },
    { again: z.boolean() },
    (answerId, { again }, { services }) => {
      const parts = { ...partsOf(services), secrets: services.secrets, ask: services.platform.ask };
      return showResult(parts, answerId, again);
    },
  ),
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
