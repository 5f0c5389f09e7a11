/**
 * The app as a package that updates itself, with a feed on this machine. The system's programs are stand-ins: a
 * `dpkg` that records its arguments, and a `pkexec` that runs without asking.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicKeyOf, signatureOf } from '../../build/setup/update-feed.mjs';
import { launchApp, type LaunchedApp } from './app.ts';
import { description, packageBytes, packageName, releaseKey, releaseOf } from '../servers/feed-updates.ts';
import { startFeedServer, type FeedServer } from '../servers/feed.ts';

export interface UpdatingApp {
  readonly launched: LaunchedApp;
  readonly feed: FeedServer;
  /** Puts version 99.0.0 on the feed. */
  readonly publish: (notes: string, key?: string) => void;
  /** Arguments and package that dpkg got; undefined before its first run. */
  readonly given: () => { readonly args: readonly string[]; readonly package: Buffer } | undefined;
  readonly end: () => Promise<void>;
}

/** Starts the app, with no update preference set. */
export async function launchUpdating(): Promise<UpdatingApp> {
  const feed = await startFeedServer();
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-system-'));
  const [arguments_, copy] = [join(folder, 'arguments'), join(folder, 'package')];
  writeFileSync(join(folder, 'ca.pem'), feed.ca);
  const record = `for file; do :; done\ncp "$file" '${copy}'\nprintf '%s\\n' "$@" > '${arguments_}'`;
  writeFileSync(join(folder, 'dpkg'), `#!/bin/sh\n${record}\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'pkexec'), '#!/bin/sh\nshift\nexec "$@"\n', { mode: 0o755 });
  const launched = await launchApp({
    env: {
      STRONGROOM_UPDATE_FEED: `${feed.origin}/feed/`,
      STRONGROOM_UPDATE_KEYS: publicKeyOf(releaseKey),
      STRONGROOM_UPDATE_PACKAGE: 'deb',
      SSL_CERT_FILE: join(folder, 'ca.pem'),
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    },
  });
  return {
    launched,
    feed,
    publish: (notes, key = releaseKey) => {
      const text = releaseOf({ version: '99.0.0', notes });
      feed.files.set(description, text);
      feed.files.set(`${description}.sig`, signatureOf(text, key));
      feed.files.set(`/feed/${packageName}`, packageBytes);
    },
    given: () =>
      existsSync(arguments_)
        ? { args: readFileSync(arguments_, 'utf8').trimEnd().split('\n'), package: readFileSync(copy) }
        : undefined,
    end: async () => {
      await launched.close();
      await feed.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
