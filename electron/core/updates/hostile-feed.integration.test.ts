/**
 * Tests broken and hostile feeds: they must not change anything or get an unsigned download, and the error is a
 * sentence. Every feed here is a real https server whose responses differ from an honest one in one point.
 */
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { signatureOf } from '../../../build/setup/update-feed.mjs';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Answer } from '../../../e2e/servers/feed.ts';
import {
  description,
  openTestUpdates,
  otherKey,
  packageBytes,
  packageName,
  releaseKey,
  releaseOf,
} from '../../../e2e/servers/feed-updates.ts';
import type { TestUpdates, TestUpdatesOptions } from '../../../e2e/servers/feed-updates.ts';

let updates: TestUpdates | undefined;
afterEach(async () => {
  await updates?.end();
  updates = undefined;
});

async function opened(options: TestUpdatesOptions = {}): Promise<TestUpdates> {
  updates = await openTestUpdates(options);
  return updates;
}

async function errorOf(work: Promise<unknown>): Promise<AppError> {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof AppFailure) return failure.error;
  throw new Error(`it was expected to fail as a person reads it: ${String(failure)}`);
}

/** Sends bytes without end, as fast as they are read. */
const endless: Answer = (_request, response) => {
  response.writeHead(200);
  const piece = Buffer.alloc(64 * 1024, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    response.once('drain', more);
  };
  more();
};
const silent: Answer = () => undefined;
const halfOf =
  (whole: Buffer | string): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(whole) });
    response.write(Buffer.from(whole).subarray(0, Buffer.byteLength(whole) / 2));
    response.once('drain', () => undefined);
    setImmediate(() => response.destroy());
  };
const redirectTo =
  (location: string, status = 302): Answer =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

const signatureFile = `${description}.sig`;
const packageFile = `/feed/${packageName}`;
const otherVersion = (version: string) => (feed: TestUpdates) => feed.publish(releaseOf({ version }));
const otherFile = (file: object) => (feed: TestUpdates) => feed.publish(releaseOf({}, file));

/** The fault of the description, and the expected message; only it and its signature can be requested. */
const descriptions: readonly (readonly [string, (feed: TestUpdates) => void, RegExp])[] = [
  ['no feed at all', ({ feed }) => feed.files.clear(), /has no strongroom-linux-x64\.json\.sig/],
  ['no signature', ({ feed }) => feed.files.delete(signatureFile), /has no strongroom-linux-x64\.json\.sig/],
  ['an empty signature', ({ feed }) => feed.files.set(signatureFile, ''), /no signature that can be read/],
  [
    'half a signature',
    ({ feed }) => feed.files.set(signatureFile, signatureOf(releaseOf(), releaseKey).slice(0, 60)),
    /no signature that can be read/,
  ],
  ['a signature of another key', (feed) => feed.publish(releaseOf(), otherKey), /signed with an unknown key/],
  [
    'another key under the name of ours',
    ({ feed }) =>
      feed.files.set(
        signatureFile,
        withIdOf(signatureOf(releaseOf(), otherKey), signatureOf(releaseOf(), releaseKey)),
      ),
    /does not match its signature/,
  ],
  [
    'the signature of another release',
    ({ feed }) => feed.files.set(signatureFile, signatureOf(releaseOf({ version: '0.3.0' }), releaseKey)),
    /does not match its signature/,
  ],
  [
    'one letter changed',
    ({ feed }) => feed.files.set(description, releaseOf({ notes: 'Fastest.' })),
    /does not match its signature/,
  ],
  [
    'half a description',
    ({ feed }) => feed.files.set(description, releaseOf().slice(0, 100)),
    /does not match its signature/,
  ],
  [
    'a description that breaks off',
    ({ feed }) => feed.files.set(description, halfOf(releaseOf())),
    /broke off|closed the connection/,
  ],
  [
    'a compressed description',
    ({ feed }) =>
      feed.files.set(
        description,
        (_request, response) =>
          void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(releaseOf())),
      ),
    /did not answer .* as a file/,
  ],
  [
    'a login page',
    ({ feed }) =>
      feed.files.set(
        signatureFile,
        (_request, response) =>
          void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in'),
      ),
    /did not answer .* as a file/,
  ],
  [
    'a description without end',
    ({ feed }) => feed.files.set(description, endless),
    /more .* than there can be/,
  ],
  [
    'a signature without end',
    ({ feed }) => feed.files.set(signatureFile, endless),
    /more .* than there can be/,
  ],
  [
    'a huge description, signed',
    (feed) => feed.publish(releaseOf({ more: 'x'.repeat(70_000) })),
    /more .* than there can be/,
  ],
  ['deep JSON, signed', (feed) => feed.publish('['.repeat(30_000)), /cannot be read/],
  [
    'another app',
    (feed) => feed.publish(releaseOf({ app: 'other' })),
    /not one that this version understands/,
  ],
  [
    'a later format',
    (feed) => feed.publish(releaseOf({ format: 2 })),
    /not one that this version understands/,
  ],
  ['another system', (feed) => feed.publish(releaseOf({ arch: 'arm64' })), /for another system/],
  ['no version', otherVersion('latest'), /names no version/],
  ['an older version', otherVersion('0.0.9'), /0\.0\.9, which is older than this version/],
  ['an early version of this one', otherVersion('0.1.0-beta.1'), /older than this version/],
  ['no package for this system', otherFile({ kind: 'rpm' }), /no package for this system/],
  ['no files', (feed) => feed.publish(releaseOf({ files: [] })), /names no files/],
  ...[
    '../../etc/cron.d/x.deb',
    '/etc/x.deb',
    'C:\\x.deb',
    '..',
    'a..b.deb',
    "a';reboot;'.deb",
    'a b.deb',
    'a\n.deb',
    '-i.deb',
    'a%2f..%2fb.deb',
    'https://evil.example/x.deb',
  ].map(
    (name) => [`the file name ${JSON.stringify(name)}`, otherFile({ name }), /may lead elsewhere/] as const,
  ),
  ['no checksum', otherFile({ sha512: '' }), /without its checksum/],
  ['an impossible size', otherFile({ sizeBytes: 2 ** 40 }), /impossible size/],
  [
    'a redirect to elsewhere',
    ({ feed }) => feed.files.set(signatureFile, redirectTo('https://evil.example/strongroom/')),
    /leads elsewhere .* to https:\/\/evil\.example/,
  ],
  [
    'a redirect to http',
    ({ feed }) => feed.files.set(description, redirectTo('http://127.0.0.1/feed/', 308)),
    /leads elsewhere/,
  ],
  [
    'a redirect to itself',
    ({ feed }) => feed.files.set(description, redirectTo(description, 307)),
    /leads elsewhere/,
  ],
];

function withIdOf(signature: string, named: string): string {
  return [signature.split(' ')[0], named.split(' ')[1], signature.split(' ')[2]].join(' ');
}

describe('a description of a release', () => {
  it.each(descriptions)('with %s is refused @not-as-signed', async (_what, spoil, says) => {
    const feed = await opened();
    feed.publish();
    spoil(feed);
    const error = await errorOf(feed.check());
    expect(`${error.message} ${error.hint ?? ''}`).toMatch(says);
    expect(error.message).toMatch(/^[A-Z0-9].*\.$/s);
    const { stage, problem, checkedAt } = await feed.state();
    expect({ stage, problem, checkedAt }).toEqual({ stage: { kind: 'idle' }, problem: error, checkedAt: '' });
    expect(new Set(feed.feed.asked)).not.toContain(packageFile);
    expect(feed.feed.asked.length).toBeLessThanOrEqual(2);
    expect(feed.record().newest).toBe('');
    feed.installAgreed();
    expect(feed.installed).toEqual([]);
  });

  it('of the version that runs is no update', async () => {
    const feed = await opened();
    feed.publish(releaseOf({ version: '0.1.0' }));
    expect((await feed.check()).stage).toEqual({ kind: 'newest' });
    expect((await errorOf(feed.download())).message).toMatch(/No newer version/);
    expect(feed.feed.asked).not.toContain(packageFile);
  });

  it('that is older than one named before is refused, though it is newer than what runs @not-as-signed @no-step-back', async () => {
    const feed = await opened();
    feed.publish(releaseOf({ version: '0.3.0' }));
    await feed.check();
    feed.publish();
    expect((await errorOf(feed.check())).message).toMatch(/named a newer one before \(0\.3\.0\)/);
    // The version found before stays.
    expect((await feed.state()).stage).toMatchObject({ kind: 'found', update: { version: '0.3.0' } });
  });

  it('that never comes ends the look', async () => {
    const feed = await opened({ idleMs: 300, descriptionMs: 600 });
    feed.publish();
    feed.feed.files.set(description, silent);
    expect(await errorOf(feed.check())).toMatchObject({ kind: 'timeout' });
  });

  it('is asked for nowhere where the certificate is not verified', async () => {
    const feed = await opened({ trustsNone: true });
    feed.publish();
    expect(await errorOf(feed.check())).toMatchObject({ kind: 'tls' });
    expect(feed.feed.asked).toEqual([]);
  });
});

const packages: readonly (readonly [string, (feed: TestUpdates) => void, RegExp])[] = [
  ['is not there', ({ feed }) => feed.files.delete(packageFile), /has no strongroom_0\.2\.0/],
  [
    'is another one of the same size',
    ({ feed }) => feed.files.set(packageFile, Buffer.alloc(packageBytes.length, 'y')),
    /does not match its signed checksum/,
  ],
  [
    'is shorter',
    ({ feed }) => feed.files.set(packageFile, packageBytes.subarray(1)),
    /does not match its signed checksum/,
  ],
  [
    'is longer',
    ({ feed }) => feed.files.set(packageFile, Buffer.concat([packageBytes, Buffer.from('y')])),
    /more .* than there can be/,
  ],
  [
    'breaks off',
    ({ feed }) => feed.files.set(packageFile, halfOf(packageBytes)),
    /broke off|closed the connection/,
  ],
  ['never ends', ({ feed }) => feed.files.set(packageFile, endless), /more .* than there can be/],
  [
    'leads elsewhere',
    ({ feed }) => feed.files.set(packageFile, redirectTo('https://evil.example/x.deb')),
    /leads elsewhere/,
  ],
];

describe('a package', () => {
  it.each(packages)('that %s is not kept @not-kept', async (_what, spoil, says) => {
    const feed = await opened();
    feed.publish();
    expect((await feed.check()).stage.kind).toBe('found');
    spoil(feed);
    const error = await errorOf(feed.download());
    expect(error.message).toMatch(says);
    const state = await feed.state();
    expect(state).toMatchObject({ problem: error, stage: { kind: 'found', update: { version: '0.2.0' } } });
    expect(feed.downloads()).toEqual([]);
    feed.installAgreed();
    expect(feed.installed).toEqual([]);
    // It continues from there once mended.
    feed.publish();
    expect((await feed.download()).stage.kind).toBe('ready');
  });

  it('is not waited for longer than somebody wants', async () => {
    const feed = await opened();
    feed.publish();
    await feed.check();
    const begun = new Promise<void>((resolve) => {
      feed.feed.files.set(packageFile, (_request, response) => {
        response.writeHead(200, { 'content-length': packageBytes.length });
        response.write(packageBytes.subarray(0, 10));
        resolve();
      });
    });
    const download = errorOf(feed.download());
    await begun;
    await feed.cancel();
    expect(await download).toMatchObject({ kind: 'cancelled' });
    expect(feed.downloads()).toEqual([]);
    expect(await feed.state()).toMatchObject({ stage: { kind: 'found' } });
    expect(await feed.state()).not.toHaveProperty('problem');
  });
});
