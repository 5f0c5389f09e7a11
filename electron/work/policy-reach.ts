/**
 * Reach of a set of policies: their rules by mount, and the names below them as far as the session's own token may
 * list them. Only KV is listed: elsewhere the rules stand for themselves. Folders below which no rule allows anything
 * are not opened.
 */
import type { AppError } from '../../shared/ipc/result.ts';
import { isNothing } from '../../shared/vault/policy-effect.ts';
import type { ReachRow, UnsavedPolicy } from '../../shared/vault/policy-effect.ts';
import { policyNameOnServer } from '../../shared/vault/policy-draft.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import type { EngineKind, Mount } from '../../shared/vault/mount.ts';
import { listFolder } from '../vault/api/lists.ts';
import { visibleAuthMounts } from '../vault/api/policy-holders.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import { readPolicies, withUnsaved } from '../core/policies/policy-texts.ts';
import { ruleSet } from '../core/policies/rule-set.ts';
import type { RuleSet, SetRule } from '../core/policies/rule-set.ts';
import { unknownEntity } from '../core/policies/templates.ts';
import type { TesterParts } from '../core/policies/tester.ts';
import type { FindingsReport, FindingsWork } from './jobs.ts';
import { defaultLimits, walkFolders } from './walk.ts';

/** Limit of names read in all mounts together. */
export const MOST_NAMES_SEEN = 20_000;

type Report = FindingsReport<ReachRow>;

/** A place by which rules are sorted. */
interface Place {
  readonly path: string;
  readonly type: string;
  readonly mount?: Mount;
}

/** Paths of every server that do not appear as mounts. */
const ownPlaces: readonly Place[] = [
  { path: 'identity/', type: 'identity' },
  { path: 'sys/', type: 'system' },
];

/** Work that finds the reach. It stops at a connection-wide error. */
export function policyReach(
  { session, readRules }: TesterParts,
  names: readonly string[],
  unsaved: UnsavedPolicy | undefined,
): FindingsWork<ReachRow> {
  return async (report) => {
    const { signal } = report;
    const saved = await readPolicies(session, readRules, names.map(policyNameOnServer), signal);
    const read = unsaved === undefined ? saved : await withUnsaved(saved, unsaved, readRules);
    for (const { name, reason } of read.unread) report.unread(`sys/policies/acl/${name}`, reason);
    for (const name of read.absent) report.unread(`sys/policies/acl/${name}`, 'It does not exist.');
    const set = ruleSet(read.policies, unknownEntity, false);
    const places = await placesOf({ session, readRules }, report);
    const reached = places.filter(({ path }) => set.rules.some((rule) => mayBeBelow(rule, path)));
    for (const { path, type } of reached)
      report.found({ kind: 'mount', path, mount: path, type, capabilities: [], deciding: [] });
    for (const rule of set.rules) report.found(ruleRow(rule, reached));
    let left = MOST_NAMES_SEEN;
    let before = 0;
    for (const { path, mount } of reached) {
      if (mount === undefined || mount.engine === 'other' || signal.aborted) continue;
      let seen = { folders: 0, names: 0 };
      const stopped = await walk({ session, readRules }, report, { mount, set, most: left, before }, (at) => {
        seen = at;
      });
      before += seen.folders;
      left = Math.max(0, left - seen.names);
      if (stopped?.kind === 'too-large') report.unread(path, stopped.message);
      else if (stopped !== undefined) return stopped;
    }
    return undefined;
  };
}

async function placesOf({ session }: TesterParts, report: Report): Promise<readonly Place[]> {
  const asked = async (at: string, work: () => Promise<readonly Place[]>): Promise<readonly Place[]> => {
    try {
      return await work();
    } catch (failure) {
      const error = asAppError(failure);
      if (isTrouble(error) || error.kind === 'cancelled') throw failure;
      report.unread(at, error.message);
      return [];
    }
  };
  const secrets = await asked('sys/internal/ui/mounts', async () => {
    const mounts = await session.mounts.list(report.signal);
    return mounts.map((mount) => ({ path: mount.path, type: typeName(mount), mount }));
  });
  const auth = await asked('sys/internal/ui/mounts', () => session.run(visibleAuthMounts, report.signal));
  return [...secrets, ...auth, ...ownPlaces];
}

function typeName({ type, engine }: Mount): string {
  return engine === 'kv2' ? 'KV version 2' : engine === 'kv1' ? 'KV version 1' : type;
}

function ruleRow({ said, unknown, path }: SetRule, places: readonly Place[]): ReachRow {
  const { literal } = beginningOf(path);
  const below = places.filter((place) => `${literal}/`.startsWith(place.path));
  const mount = below.reduce((best, one) => (one.path.length > best.length ? one.path : best), '');
  return {
    kind: 'rule',
    path: said.path,
    mount,
    capabilities: said.capabilities,
    deciding: [said],
    ...(unknown ? { template: true } : {}),
  };
}

interface Walked {
  readonly mount: Mount;
  readonly set: RuleSet;
  readonly most: number;
  /** Folders read in other mounts. */
  readonly before: number;
}

function walk(
  { session }: TesterParts,
  report: Report,
  { mount, set, most, before }: Walked,
  seen: (at: { readonly folders: number; readonly names: number }) => void,
): Promise<AppError | undefined> {
  const granting = set.rules.filter((rule) => !isNothing(rule.capabilities) && mayBeBelow(rule, mount.path));
  const families = familiesOf(mount.engine);
  const opens = (folder: string): boolean =>
    families.some((family) => granting.some((rule) => mayBeBelow(rule, `${mount.path}${family}${folder}`)));
  return session.run(
    (caller) =>
      walkFolders(
        '',
        {
          list: async (folder, signal) => {
            if (!opens(folder)) return [];
            const { packed } = await listFolder({ ...caller, signal }, mount, folder);
            return unpackNames(packed);
          },
          onFolder: (folder, names) => {
            for (const name of names) for (const row of rowsOf(mount, folder + name, set)) report.found(row);
          },
          count: ({ foldersRead, foldersWaiting, namesSeen }) => {
            seen({ folders: foldersRead, names: namesSeen });
            report.total(before + foldersRead + foldersWaiting);
            report.step();
          },
          unread: (folder, reason) => report.unread(mount.path + folder, reason),
          signal: report.signal,
        },
        { ...defaultLimits, names: most },
      ),
    report.signal,
  );
}

/** Prefixes of a name in the API paths of an engine. */
function familiesOf(engine: EngineKind): readonly string[] {
  return engine === 'kv2' ? ['data/', 'metadata/', 'delete/', 'undelete/', 'destroy/', 'subkeys/'] : [''];
}

/** Rows of the API paths of a name that a rule allows or denies. */
function rowsOf(mount: Mount, name: string, { effectAt }: RuleSet): readonly ReachRow[] {
  const isFolder = name.endsWith('/');
  const families = isFolder && mount.engine === 'kv2' ? ['metadata/'] : familiesOf(mount.engine);
  return families.flatMap((family): readonly ReachRow[] => {
    const path = `${mount.path}${family}${name}`;
    const { capabilities, deciding } = effectAt(path);
    if (deciding.length === 0) return [];
    // A folder's list alone matters.
    if (isFolder && !capabilities.includes('list')) return [];
    return [{ kind: 'name', path, mount: mount.path, capabilities, deciding }];
  });
}

/**
 * True if a rule can cover a path below the prefix, which ends in a slash or is empty; sometimes true although it
 * does not.
 */
function mayBeBelow({ path }: SetRule, prefix: string): boolean {
  const { literal, isOpen } = beginningOf(path);
  return literal.startsWith(prefix) || (isOpen && prefix.startsWith(literal));
}

/** Literal beginning of a rule's paths; `isOpen` if they can continue. */
function beginningOf(written: string): { readonly literal: string; readonly isOpen: boolean } {
  const path = written.startsWith('/') ? written.slice(1) : written;
  const ends = [path.indexOf('+'), path.indexOf('{{'), path.endsWith('*') ? path.length - 1 : -1];
  const literal = path.slice(0, Math.min(path.length, ...ends.filter((end) => end !== -1)));
  return { literal, isOpen: literal.length < path.length };
}
