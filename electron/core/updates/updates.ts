/**
 * Updates of the app. A feed is contacted only with the user's consent; a release is verified before any of its files
 * is downloaded, and installed only at the end of a run, after the user agreed: once for all (`automatic`), for this
 * version, or for right now. A failed step leaves everything as it was and says why.
 */
import type { UpdateMode, UpdateStage, UpdateState } from '../../../shared/ipc/contract/updates.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { asAppError } from '../connection/trouble.ts';
import { createFeedContact, feedAddress, openFeed } from '../gates/feed-contact.ts';
import type { ConfirmedFeed } from '../gates/feed-contact.ts';
import type { Ask, Emit, Losses, Packaging, Platform, PreparedUpdate } from '../platform.ts';
import { askRelease, downloadFile, feedTimes } from './feed.ts';
import type { FeedTimes } from './feed.ts';
import type { UpdateRecord } from './record.ts';
import {
  atQuitQuestion,
  checkQuestion,
  feedQuestion,
  lessQuestion,
  modeQuestion,
  notAtQuitQuestion,
  restartQuestion,
} from './questions.ts';
import { factsOf, noFeed, notAgreed, refuseWaiting, unconfirmed, withoutKey } from './refusals.ts';
import type { Release, ReleaseFile } from './release.ts';
import { makeSchedule } from './schedule.ts';
import type { ScheduleTimes } from './schedule.ts';
import { refused } from './signature.ts';
import { compareVersions } from './version.ts';

/** Bytes between two progress reports of a download. */
const REPORT_BYTES = 1024 * 1024;

export interface UpdateParts {
  readonly platform: Pick<Platform, 'updates' | 'app' | 'environment' | 'log'>;
  readonly ask: Ask;
  readonly file: { readonly value: () => UpdateRecord; readonly save: (record: UpdateRecord) => void };
  readonly losses: () => Losses;
  readonly isLocked: () => boolean;
  readonly emit: Emit;
  /** Test hooks: another connection to a confirmed address, other times. */
  readonly open?: typeof openFeed;
  readonly feedTimes?: FeedTimes;
  readonly scheduleTimes?: ScheduleTimes;
}

export interface Updates {
  readonly state: () => Promise<UpdateState>;
  readonly setMode: (mode: UpdateMode, signal?: AbortSignal) => Promise<UpdateState>;
  /** Empty: the address of the build. */
  readonly setFeed: (address: string, signal?: AbortSignal) => Promise<UpdateState>;
  readonly check: (signal?: AbortSignal) => Promise<UpdateState>;
  readonly download: (signal?: AbortSignal) => Promise<UpdateState>;
  /** Ends a check or a download. */
  readonly cancel: () => Promise<UpdateState>;
  readonly setAtQuit: (on: boolean, signal?: AbortSignal) => Promise<UpdateState>;
  readonly installNow: (signal?: AbortSignal) => Promise<UpdateState>;
  /** The last action of a run: installs the update that the user agreed to. */
  readonly installAgreed: () => void;
  /** This run ends without an installation: it is ended from outside. */
  readonly leaveAsIs: () => void;
  /** The user has decided against quitting. */
  readonly stayed: () => void;
  readonly stop: () => void;
}

/** A check or a download under way. */
interface Work {
  readonly abort: AbortController;
  readonly ended: Promise<undefined>;
}

/** Begins automatic checks if the user has chosen them; does nothing else. */
export function createUpdates(parts: UpdateParts): Updates {
  const { ask, file } = parts;
  const { updates: outside, app, log } = parts.platform;
  const open = parts.open ?? openFeed;
  const times = parts.feedTimes ?? feedTimes;
  const change = (changed: Partial<UpdateRecord>): void => file.save({ ...file.value(), ...changed });
  const contact = createFeedContact({
    ask,
    environment: parts.platform.environment,
    // They belong to the publisher of this build, and so not to an address that the user typed.
    redirectsOf: (address) => (address === outside.built.feed ? outside.built.hosts : []),
    testElectron: app.testElectron,
    testElectronAllowed: app.testElectronAllowed,
    remembered: { get: () => file.value().confirmed, set: (confirmed) => change({ confirmed }) },
  });

  let stage: UpdateStage = { kind: 'idle' };
  let found: { readonly release: Release; readonly file: ReleaseFile } | undefined;
  let prepared: PreparedUpdate | undefined;
  let restart = false;
  let asIs = false;
  let problem = failureOfLastRun();
  let working: Work | undefined;
  let installed: Promise<Packaging> | undefined;

  function failureOfLastRun(): AppError | undefined {
    const { failed, ...others } = file.value();
    if (failed === undefined) return undefined;
    if (compareVersions(failed.version, app.version) <= 0) {
      file.save(others);
      return undefined;
    }
    return {
      kind: 'not-kept',
      message: `Version ${failed.version} was not installed: ${failed.why}.`,
      hint: 'Look for it again, or install it by hand.',
    };
  }

  const packaging = (): Promise<Packaging> =>
    (installed ??= outside.built.keys.length === 0 ? Promise.resolve(withoutKey) : outside.packaging());
  const feed = (): string => file.value().feed || outside.built.feed;
  const confirmedFeed = (): ConfirmedFeed => {
    const place = contact.confirmed(feed());
    if (place !== undefined) return place;
    throw unconfirmed();
  };

  async function state(): Promise<UpdateState> {
    const how = await packaging();
    const { mode, checkedAt } = file.value();
    return {
      way: how.way,
      why: how.way === 'itself' ? '' : how.why,
      looks: how.kind !== undefined,
      ...(mode === undefined ? {} : { mode }),
      feed: feed(),
      stage,
      checkedAt,
      ...(problem === undefined ? {} : { problem }),
    };
  }
  async function tell(next: UpdateStage = stage): Promise<UpdateState> {
    stage = next;
    const now = await state();
    parts.emit('updates.changed', now);
    return now;
  }
  /** The package type that replaces this copy. `to`: its purpose. */
  async function own(to: 'look' | 'install'): Promise<string> {
    const how = await packaging();
    if (how.way === 'itself' || (to === 'look' && how.kind !== undefined)) return how.kind ?? '';
    throw new AppFailure({ kind: 'not-offered', message: `${how.why} Nothing was contacted.` });
  }

  /** Runs one check or download at a time. A failure restores the previous stage. */
  async function work(
    signal: AbortSignal | undefined,
    act: (signal: AbortSignal, before: UpdateStage) => Promise<void>,
  ): Promise<UpdateState> {
    if (working !== undefined)
      throw new AppFailure({ kind: 'conflict', message: 'An update is being looked for already.' });
    const abort = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    working = { abort, ended };
    const before = stage;
    problem = undefined;
    try {
      await act(signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal]), before);
    } catch (failure) {
      const error = asAppError(failure);
      stage = before;
      if (error.kind !== 'cancelled') {
        problem = error;
        log(`updates: ${error.kind}`);
      }
      throw failure;
    } finally {
      working = undefined;
      end(undefined);
      await tell();
    }
    return state();
  }
  /** Aborted work restores its stage as it ends: the caller sets another one after that. */
  async function endWork(): Promise<void> {
    while (working !== undefined) {
      working.abort.abort();
      await working.ended;
    }
  }

  const looking =
    (place: ConfirmedFeed, kind: string) => async (signal: AbortSignal, before: UpdateStage) => {
      await tell({ kind: 'checking' });
      const getter = await open(place);
      try {
        const release = await askRelease(getter, outside.system, outside.built.keys, times, signal);
        await take(release, kind, before);
      } finally {
        await getter.close();
      }
    };

  async function take(release: Release, kind: string, before: UpdateStage): Promise<void> {
    const { version } = release;
    const difference = compareVersions(version, app.version);
    if (difference < 0) throw refused(`names ${version}, which is older than this version`);
    if (compareVersions(version, file.value().newest) < 0)
      throw refused(
        `names ${version}, and this address has named a newer one before (${file.value().newest})`,
      );
    const package_ = release.files.find((one) => one.kind === kind);
    if (difference > 0 && package_ === undefined) throw refused(`names no package for this system (${kind})`);
    const { failed: _failed, ...others } = file.value();
    file.save({ ...others, newest: version, checkedAt: new Date().toISOString() });
    if (difference === 0 || package_ === undefined) {
      await forget();
      stage = { kind: 'newest' };
      return;
    }
    if (before.kind === 'ready' && found?.file.sha512 === package_.sha512) {
      stage = before;
      return;
    }
    await forget();
    found = { release, file: package_ };
    stage = { kind: 'found', update: factsOf(release, package_) };
  }
  async function forget(): Promise<void> {
    found = prepared = undefined;
    restart = false;
    await outside.discard();
  }

  async function fetchFound(signal: AbortSignal): Promise<void> {
    const kind = await own('install');
    const wanted = found;
    if (wanted === undefined)
      throw new AppFailure({ kind: 'conflict', message: 'No newer version has been found yet.' });
    const place = confirmedFeed();
    const update = factsOf(wanted.release, wanted.file);
    await tell({ kind: 'downloading', update, receivedBytes: 0 });
    let told = 0;
    await cleared;
    const getter = await open(place);
    try {
      const next = { version: wanted.release.version, kind, file: wanted.file };
      prepared = await outside.prepare(next, (path) =>
        downloadFile(getter, wanted.file, path, {
          times,
          signal,
          received: (receivedBytes) => {
            if (receivedBytes - told < REPORT_BYTES) return;
            told = receivedBytes;
            void tell({ kind: 'downloading', update, receivedBytes });
          },
        }),
      );
    } catch (failure) {
      await outside.discard();
      throw failure;
    } finally {
      await getter.close();
    }
    stage = { kind: 'ready', update, atQuit: file.value().mode === 'automatic' };
    log(`updates: ${update.version} ready`);
  }

  function ready(): Extract<UpdateStage, { kind: 'ready' }> {
    if (stage.kind === 'ready') return stage;
    throw new AppFailure({ kind: 'conflict', message: 'No update has been downloaded yet.' });
  }

  const schedule = makeSchedule({
    isWanted: async () => {
      const { mode = 'off' } = file.value();
      return mode !== 'off' && (await packaging()).kind !== undefined;
    },
    checkedAt: () => file.value().checkedAt,
    // A locked app sends no requests; work under way or ready needs no further check.
    mayNow: () => !parts.isLocked() && working === undefined && stage.kind !== 'ready',
    look: async () => {
      await work(undefined, async (signal, before) => {
        await looking(confirmedFeed(), await own('look'))(signal, before);
      });
      const isAutomatic = file.value().mode === 'automatic' && (await packaging()).way === 'itself';
      if (stage.kind === 'found' && isAutomatic) await work(undefined, fetchFound);
    },
    ...(parts.scheduleTimes === undefined ? {} : { times: parts.scheduleTimes }),
  });
  schedule.renew();
  // A download of an earlier run is installed by now, or was not wanted.
  const cleared = outside.discard().catch(() => undefined);

  return {
    state,
    setMode: async (mode, signal) => {
      await own(mode === 'automatic' ? 'install' : 'look');
      const before = file.value().mode ?? 'off';
      const address = feed();
      const isLess = mode === 'off' || (mode === 'ask' && before === 'automatic');
      if (isLess && mode !== before && (await ask(lessQuestion(mode), signal)).kind === 'cancel')
        throw notAgreed();
      if (!isLess && (mode !== before || contact.confirmed(address) === undefined)) {
        if (address === '') throw noFeed();
        await contact.confirm(address, modeQuestion(mode), signal);
      }
      change({ mode });
      // Off is off: work under way stops its requests.
      if (mode === 'off') await endWork();
      if (mode !== 'automatic' && stage.kind === 'ready') stage = { ...stage, atQuit: false };
      schedule.renew();
      return tell();
    },
    setFeed: async (typed, signal) => {
      await own('look');
      const address = typed.trim() === '' ? outside.built.feed : feedAddress(typed);
      if (address === '') throw noFeed();
      if (address === feed() && contact.confirmed(address) !== undefined) return state();
      await contact.confirm(address, feedQuestion(feed(), file.value().mode), signal);
      await endWork();
      // Versions named by another address do not apply to this one.
      change({ feed: address === outside.built.feed ? '' : address, newest: '', checkedAt: '' });
      await forget();
      problem = undefined;
      schedule.renew();
      return tell({ kind: 'idle' });
    },
    check: async (signal) => {
      const kind = await own('look');
      const address = feed();
      if (address === '') throw noFeed();
      const place = contact.confirmed(address) ?? (await contact.confirm(address, checkQuestion, signal));
      await work(signal, looking(place, kind));
      schedule.renew();
      return state();
    },
    download: (signal) => work(signal, fetchFound),
    cancel: () => {
      working?.abort.abort();
      return state();
    },
    setAtQuit: async (on, signal) => {
      const { update } = ready();
      const asked = on ? atQuitQuestion : notAtQuitQuestion;
      if (on !== ready().atQuit && (await ask(asked(update.version), signal)).kind === 'cancel')
        throw notAgreed();
      return tell({ ...ready(), atQuit: on });
    },
    installNow: async (signal) => {
      const { update } = ready();
      refuseWaiting(parts.losses());
      if ((await ask(restartQuestion(update.version), signal)).kind === 'cancel') throw notAgreed();
      // Work since the first check must not be lost either.
      refuseWaiting(parts.losses());
      restart = true;
      outside.quit();
      return state();
    },
    installAgreed: () => {
      if (asIs || prepared === undefined || stage.kind !== 'ready' || !(stage.atQuit || restart)) return;
      const { version } = stage.update;
      const why = prepared.install(restart);
      log(`updates: ${version} ${why === undefined ? 'installed' : 'not installed'}`);
      if (why !== undefined) change({ failed: { version, why } });
    },
    leaveAsIs: () => void (asIs = true),
    stayed: () => void (restart = false),
    stop: () => {
      schedule.stop();
      working?.abort.abort();
    },
  };
}
