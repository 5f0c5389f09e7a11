/**
 * Updates of the app. A feed is contacted only with the user's consent; a release is verified before any of its files
 * is downloaded, and installed only at the end of a run, after the user agreed: once for all (`automatic`), for this
 * version, or for right now. A failed step leaves everything as it was and says why.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import { feedAddress, openFeed } from '../gates/feed-contact.ts';
import type { Ask, Emit, Losses, Platform, Packaging, UpdatePlatform } from '../platform.ts';
import { feedTimes } from './feed.ts';
import type { FeedTimes } from './feed.ts';
import { createInstalling } from './installing.ts';
import { createProgress } from './progress.ts';
import { checkQuestion, feedQuestion, lessQuestion, modeQuestion } from './questions.ts';
import type { UpdateFile, UpdateRecord } from './record.ts';
import { noFeed, notAgreed, withoutKey } from './refusals.ts';
import { createReleases } from './releases.ts';
import { makeSchedule } from './schedule.ts';
import type { ScheduleTimes } from './schedule.ts';
import { createUpdateFeed } from './update-feed.ts';
import type { Updates } from './updates-api.ts';
import { compareVersions } from './version.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';

export interface UpdateParts {
  readonly platform: Pick<Platform, 'updates' | 'app' | 'environment' | 'log'>;
  readonly ask: Ask;
  readonly file: UpdateFile;
  readonly losses: () => Losses;
  readonly isLocked: () => boolean;
  readonly emit: Emit;
  /** Test hooks: another connection to a confirmed address, other times. */
  readonly open?: typeof openFeed;
  readonly feedTimes?: FeedTimes;
  readonly scheduleTimes?: ScheduleTimes;
}

/** Begins automatic checks if the user has chosen them; does nothing else. */
export function createUpdates(parts: UpdateParts): Updates {
  const { platform, ask, file } = parts;
  const { updates: outside, app, log } = platform;
  const change = (changed: Partial<UpdateRecord>): void => file.save({ ...file.value(), ...changed });
  const copy = readThisCopy(outside);
  const feed = createUpdateFeed(platform, ask, file);
  const { contact } = feed;
  const progress = createProgress({
    problem: failureOfLastRun(file, app.version),
    stateWith: async (stage, problem) => {
      const how = await copy.packaging();
      const { mode, checkedAt } = file.value();
      return {
        way: how.way,
        why: how.way === 'itself' ? '' : how.why,
        looks: how.kind !== undefined,
        ...(mode === undefined ? {} : { mode }),
        feed: feed.address(),
        stage,
        checkedAt,
        ...(problem === undefined ? {} : { problem }),
      };
    },
    changed: (state) => parts.emit('updates.changed', state),
    log,
  });
  const { losses } = parts;
  const failed = (last: NonNullable<UpdateRecord['failed']>): void => change({ failed: last });
  const installing = createInstalling({ ask, losses, quit: outside.quit, progress, failed, log });
  const releases = createReleases({
    platform,
    file,
    open: parts.open ?? openFeed,
    times: parts.feedTimes ?? feedTimes,
    progress,
    installing,
    kind: copy.kind,
    confirmedFeed: feed.confirmed,
  });
  const schedule = makeSchedule({
    isWanted: async () => {
      const { mode = 'off' } = file.value();
      return mode !== 'off' && (await copy.packaging()).kind !== undefined;
    },
    checkedAt: () => file.value().checkedAt,
    // A locked app sends no requests; work under way or ready needs no further check.
    mayNow: () => !parts.isLocked() && !progress.isWorking() && progress.stage().kind !== 'ready',
    look: async () => {
      await progress.work(undefined, async (signal, before) => {
        await releases.looking(feed.confirmed(), await copy.kind('look'))(signal, before);
      });
      await fetchIfAutomatic();
    },
    ...(parts.scheduleTimes === undefined ? {} : { times: parts.scheduleTimes }),
  });
  schedule.renew();

  async function fetchIfAutomatic(signal?: AbortSignal): Promise<void> {
    const isAutomatic = file.value().mode === 'automatic' && (await copy.packaging()).way === 'itself';
    if (progress.stage().kind === 'found' && isAutomatic) await progress.work(signal, releases.fetchFound);
  }

  return {
    state: progress.state,
    setMode: async (mode, signal) => {
      await copy.kind(mode === 'automatic' ? 'install' : 'look');
      const before = file.value().mode ?? 'off';
      const address = feed.address();
      const isLess = mode === 'off' || (mode === 'ask' && before === 'automatic');
      if (isLess && mode !== before && (await ask(lessQuestion(mode), signal)).kind === 'cancel')
        throw notAgreed();
      if (!isLess && (mode !== before || contact.confirmed(address) === undefined)) {
        if (address === '') throw noFeed();
        await contact.confirm(address, modeQuestion(mode), signal);
      }
      change({ mode });
      // Off is off: work under way stops its requests.
      if (mode === 'off') await progress.endWork();
      const stage = progress.stage();
      if (mode !== 'automatic' && stage.kind === 'ready') progress.become({ ...stage, atQuit: false });
      schedule.renew();
      return progress.tell();
    },
    setFeed: async (typed, signal) => {
      await copy.kind('look');
      const address = typed.trim() === '' ? outside.built.feed : feedAddress(typed);
      if (address === '') throw noFeed();
      if (address === feed.address() && contact.confirmed(address) !== undefined) return progress.state();
      await contact.confirm(address, feedQuestion(feed.address(), file.value().mode), signal);
      await progress.endWork();
      // Versions named by another address do not apply to this one.
      change({ feed: address === outside.built.feed ? '' : address, newest: '', checkedAt: '' });
      await releases.forget();
      progress.forgetProblem();
      schedule.renew();
      return progress.tell({ kind: 'idle' });
    },
    check: async (signal) => {
      const kind = await copy.kind('look');
      const address = feed.address();
      if (address === '') throw noFeed();
      const place = contact.confirmed(address) ?? (await contact.confirm(address, checkQuestion, signal));
      await progress.work(signal, releases.looking(place, kind));
      schedule.renew();
      await fetchIfAutomatic(signal);
      return progress.state();
    },
    download: (signal) => progress.work(signal, releases.fetchFound),
    cancel: () => {
      progress.abort();
      return progress.state();
    },
    ...installing.actions,
    stop: () => {
      schedule.stop();
      progress.abort();
    },
  };
}

/** Reads it once: a version that is installed by now did not fail. */
function failureOfLastRun(file: UpdateFile, ourVersion: string): AppError | undefined {
  const { failed, ...others } = file.value();
  if (failed === undefined) return undefined;
  if (compareVersions(failed.version, ourVersion) <= 0) {
    file.save(others);
    return undefined;
  }
  return {
    kind: 'not-kept',
    message: `Version ${failed.version} was not installed: ${failed.why}.`,
    hint: 'Look for it again, or install it by hand.',
  };
}

interface ThisCopy {
  readonly packaging: () => Promise<Packaging>;
  /** The package type that replaces this copy. `to`: its purpose. Rejects with `not-offered`. */
  readonly kind: (to: 'look' | 'install') => Promise<string>;
}

/** Makes the reader; it asks the system once. */
function readThisCopy({ built, packaging: read }: Pick<UpdatePlatform, 'built' | 'packaging'>): ThisCopy {
  let reading: Promise<Packaging> | undefined;
  const packaging = (): Promise<Packaging> =>
    (reading ??= built.keys.length === 0 ? Promise.resolve(withoutKey) : read());
  return {
    packaging,
    kind: async (to) => {
      const how = await packaging();
      if (how.way === 'itself' || (to === 'look' && how.kind !== undefined)) return how.kind ?? '';
      throw new AppFailure({ kind: 'not-offered', message: `${how.why} Nothing was contacted.` });
    },
  };
}
