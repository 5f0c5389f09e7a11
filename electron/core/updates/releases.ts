/** Finds the newest release of a feed, and downloads it. */
import type { UpdateStage } from '../../../shared/ipc/contract/updates.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ConfirmedFeed, openFeed } from '../gates/feed-contact.ts';
import type { Platform } from '../platform.ts';
import { askRelease, downloadFile } from './feed.ts';
import type { FeedTimes } from './feed.ts';
import type { Installing } from './installing.ts';
import type { Progress } from './progress.ts';
import type { UpdateFile } from './record.ts';
import { factsOf } from './refusals.ts';
import type { Release, ReleaseFile } from './release.ts';
import { refused } from './signature.ts';
import { compareVersions } from './version.ts';

/** Bytes between two progress reports of a download. */
const REPORT_BYTES = 1024 * 1024;

export interface ReleasesParts {
  readonly platform: Pick<Platform, 'updates' | 'app' | 'log'>;
  readonly file: UpdateFile;
  readonly open: typeof openFeed;
  readonly times: FeedTimes;
  readonly progress: Pick<Progress, 'become' | 'tell'>;
  readonly installing: Pick<Installing, 'hold' | 'drop'>;
  /** The package type that replaces this copy. Rejects with `not-offered`. */
  readonly kind: (to: 'install') => Promise<string>;
  /** Throws if the feed is not confirmed. */
  readonly confirmedFeed: () => ConfirmedFeed;
}

export interface Releases {
  /** Work that looks for a newer release with a package of this type. */
  readonly looking: (
    place: ConfirmedFeed,
    kind: string,
  ) => (signal: AbortSignal, before: UpdateStage) => Promise<void>;
  /** Work that downloads the release found. */
  readonly fetchFound: (signal: AbortSignal) => Promise<void>;
  /** Forgets it, and removes its files. */
  readonly forget: () => Promise<void>;
}

/** Makes the finder; removes the downloads of an earlier run. */
export function createReleases(parts: ReleasesParts): Releases {
  const { file, open, times, installing } = parts;
  const { updates: outside, app, log } = parts.platform;
  const { become, tell } = parts.progress;
  let found: { readonly release: Release; readonly file: ReleaseFile } | undefined;
  // A download of an earlier run is installed by now, or was not wanted.
  const cleared = outside.discard().catch(() => undefined);

  const looking =
    (place: ConfirmedFeed, kind: string) =>
    async (signal: AbortSignal, before: UpdateStage): Promise<void> => {
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
      become({ kind: 'newest' });
      return;
    }
    if (before.kind === 'ready' && found?.file.sha512 === package_.sha512) {
      become(before);
      return;
    }
    await forget();
    found = { release, file: package_ };
    become({ kind: 'found', update: factsOf(release, package_) });
  }
  async function forget(): Promise<void> {
    found = undefined;
    installing.drop();
    await outside.discard();
  }

  async function fetchFound(signal: AbortSignal): Promise<void> {
    const kind = await parts.kind('install');
    const wanted = found;
    if (wanted === undefined)
      throw new AppFailure({ kind: 'conflict', message: 'No newer version has been found yet.' });
    const place = parts.confirmedFeed();
    const update = factsOf(wanted.release, wanted.file);
    await tell({ kind: 'downloading', update, receivedBytes: 0 });
    let told = 0;
    await cleared;
    const getter = await open(place);
    try {
      const next = { version: wanted.release.version, kind, file: wanted.file };
      const prepared = await outside.prepare(next, (path) =>
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
      installing.hold(prepared);
    } catch (failure) {
      await outside.discard();
      throw failure;
    } finally {
      await getter.close();
    }
    become({ kind: 'ready', update, atQuit: file.value().mode === 'automatic' });
    log(`updates: ${update.version} ready`);
  }

  return { looking, fetchFound, forget };
}
