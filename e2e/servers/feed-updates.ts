/** Updates as in the app, with a feed on this machine; only the installation of a package is recorded, not done. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newReleaseKey, publicKeyOf, signatureOf } from '../../build/setup/update-feed.mjs';
import type { UpdateState } from '../../shared/ipc/contract/updates.ts';
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { openFeed } from '../../electron/core/gates/feed-contact.ts';
import type { Losses, Packaging } from '../../electron/core/platform.ts';
import { startFeedServer } from './feed.ts';
import type { FeedServer } from './feed.ts';
import { noUpdates } from '../../electron/core/updates/record.ts';
import type { UpdateRecord } from '../../electron/core/updates/record.ts';
import type { ScheduleTimes } from '../../electron/core/updates/schedule.ts';
import { createUpdates } from '../../electron/core/updates/updates.ts';
import type { Updates } from '../../electron/core/updates/updates-api.ts';

/** Release key of these tests, and a foreign one. */
export const releaseKey = newReleaseKey();
export const otherKey = newReleaseKey();

export const description = '/feed/strongroom-linux-x64.json';
export const packageName = 'strongroom_0.2.0_amd64.deb';
export const packageBytes = Buffer.from('a package '.repeat(20_000));

/** Description of a release. */
export function releaseOf(change: object = {}, file: object = {}): string {
  const sha512 = createHash('sha512').update(packageBytes).digest('base64');
  return JSON.stringify({
    app: 'strongroom',
    format: 1,
    platform: 'linux',
    arch: 'x64',
    version: '0.2.0',
    released: '2026-11-01T10:00:00Z',
    notes: 'Faster.',
    files: [{ name: packageName, kind: 'deb', sizeBytes: packageBytes.length, sha512, ...file }],
    ...change,
  });
}

export interface TestUpdates extends Updates {
  readonly feed: FeedServer;
  /** Puts a signed release on the feed. */
  readonly publish: (text?: string, key?: string) => void;
  readonly asked: TrustedRequest[];
  /** The user's answer to prompts. */
  readonly person: { agrees: boolean };
  readonly waiting: { losses: Losses; locked: boolean };
  readonly told: UpdateState[];
  /** Installed packages. */
  readonly installed: { version: string; restart: boolean; bytes: Buffer }[];
  /** `fails`: error of the next installations. */
  readonly system: { fails: string | undefined; quits: number };
  readonly record: () => UpdateRecord;
  /** Files left by a download. */
  readonly downloads: () => readonly string[];
  readonly end: () => Promise<void>;
}

export interface TestUpdatesOptions {
  readonly record?: Partial<UpdateRecord>;
  readonly packaging?: Packaging;
  readonly version?: string;
  readonly keys?: readonly string[];
  /** Feed address of the build, if not this feed's. */
  readonly feed?: string;
  /** PEM of that feed's CA. */
  readonly ca?: string;
  /** Hosts to which the feed can redirect, besides itself. */
  readonly hosts?: readonly string[];
  readonly scheduleTimes?: ScheduleTimes;
  readonly idleMs?: number;
  readonly descriptionMs?: number;
  /** Trusts no CA of its own. */
  readonly trustsNone?: boolean;
}

const nothingWaits: Losses = { paths: [], drafts: 0, oneTimeResults: 0 };

/** Opens updates of version 0.1.0, with a user who agrees to every prompt. */
export async function openTestUpdates(options: TestUpdatesOptions = {}): Promise<TestUpdates> {
  const feed = await startFeedServer();
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-updates-'));
  const downloads = join(folder, 'update');
  let current: UpdateRecord = { ...noUpdates, ...options.record };
  const asked: TrustedRequest[] = [];
  const person = { agrees: true };
  const waiting = { losses: nothingWaits, locked: false };
  const told: UpdateState[] = [];
  const installed: TestUpdates['installed'] = [];
  const system: TestUpdates['system'] = { fails: undefined, quits: 0 };
  const updates = createUpdates({
    platform: {
      updates: {
        built: {
          feed: `${options.feed ?? feed.origin}/feed/`,
          keys: options.keys ?? [publicKeyOf(releaseKey)],
          hosts: options.hosts ?? [],
        },
        system: { platform: 'linux', arch: 'x64' },
        packaging: () => Promise.resolve(options.packaging ?? { way: 'itself', kind: 'deb' }),
        prepare: async ({ version, file }, download) => {
          mkdirSync(downloads, { recursive: true });
          const path = join(downloads, file.name);
          await download(path);
          return {
            install: (restart) => {
              if (system.fails === undefined) installed.push({ version, restart, bytes: readFileSync(path) });
              return system.fails;
            },
          };
        },
        discard: () => {
          rmSync(downloads, { recursive: true, force: true });
          return Promise.resolve();
        },
        quit: () => {
          system.quits++;
        },
      },
      app: {
        version: options.version ?? '0.1.0',
        electronVersion: '',
        testElectron: true,
        testElectronAllowed: false,
        packaged: true,
        platform: 'linux',
        connectTo: () => '',
        dataFolder: folder,
      },
      environment: {},
      log: () => undefined,
    },
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(person.agrees ? { kind: 'submit', text: '' } : { kind: 'cancel' });
    },
    file: { value: () => current, save: (next) => void (current = next) },
    losses: () => waiting.losses,
    isLocked: () => waiting.locked,
    emit: (name, payload) => {
      if (name === 'updates.changed') told.push(payload as UpdateState);
    },
    open: (place) => openFeed(place, options.trustsNone === true ? [] : [options.ca ?? feed.ca]),
    feedTimes: {
      descriptionMs: options.descriptionMs ?? 10_000,
      packageMs: 20_000,
      idleMs: options.idleMs ?? 5_000,
    },
    ...(options.scheduleTimes === undefined ? {} : { scheduleTimes: options.scheduleTimes }),
  });
  return {
    ...updates,
    feed,
    asked,
    person,
    waiting,
    told,
    installed,
    system,
    record: () => current,
    publish: (text = releaseOf(), key = releaseKey) => {
      feed.files.set(description, text);
      feed.files.set(`${description}.sig`, signatureOf(text, key));
      feed.files.set(`/feed/${packageName}`, packageBytes);
    },
    downloads: () => {
      try {
        return readdirSync(downloads);
      } catch {
        return [];
      }
    },
    end: async () => {
      updates.stop();
      await feed.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
