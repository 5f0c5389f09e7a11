/**
 * A feed on a release page, whose files are on other hosts of the same publisher, to which it redirects. Every host
 * here is a real https server; the same name at another port is another host.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Answer, FeedServer } from '../../../e2e/servers/feed.ts';
import { startFeedServer } from '../../../e2e/servers/feed.ts';
import {
  description,
  openTestUpdates,
  packageBytes,
  packageName,
  releaseOf,
} from '../../../e2e/servers/feed-updates.ts';
import type { TestUpdates, TestUpdatesOptions } from '../../../e2e/servers/feed-updates.ts';

const names = [description, `${description}.sig`, `/feed/${packageName}`];
/** The query of a temporary signed link. */
const SIGNED = '?sp=r&sig=a%2Bb%3D';

let files: FeedServer;
let strange: FeedServer;
let page: TestUpdates | undefined;
beforeEach(async () => {
  [files, strange] = [await startFeedServer(), await startFeedServer()];
});
afterEach(async () => {
  await Promise.all([page?.end(), files.stop(), strange.stop()]);
  page = undefined;
});

const hostOf = ({ origin }: FeedServer): string => new URL(origin).host;
const redirectTo =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end('moved');

/** A page that redirects to the tag's address, which redirects to the file, as GitHub does. */
async function opened(options: TestUpdatesOptions = {}): Promise<TestUpdates> {
  page = await openTestUpdates({ hosts: [hostOf(files)], ...options });
  page.publish();
  for (const path of names) {
    const name = path.slice('/feed/'.length);
    files.files.set(`/bytes/${name}${SIGNED}`, page.feed.files.get(path) ?? '');
    page.feed.files.set(path, redirectTo(`/v0.2.0/${name}`));
    page.feed.files.set(`/v0.2.0/${name}`, redirectTo(`${files.origin}/bytes/${name}${SIGNED}`));
  }
  return page;
}

async function refusalOf(work: Promise<unknown>): Promise<AppFailure['error']> {
  const failure: unknown = await work.catch((error: unknown) => error);
  if (failure instanceof AppFailure) return failure.error;
  throw new Error(`it was expected to fail as a person reads it: ${String(failure)}`);
}

describe('a release page', () => {
  it('is followed to the host of its files, which the question names', async () => {
    const updates = await opened();
    expect((await updates.check()).stage).toMatchObject({ kind: 'found', update: { version: '0.2.0' } });
    expect(updates.asked).toMatchObject([
      {
        facts: [
          { name: 'Address', value: `${updates.feed.origin}/feed/` },
          { name: 'May redirect to', value: files.origin },
          { name: 'Certificate' },
          { name: 'Accepted' },
        ],
      },
    ]);
    expect((await updates.download()).stage.kind).toBe('ready');
    await updates.setAtQuit(true);
    updates.installAgreed();
    expect(updates.installed).toMatchObject([{ bytes: packageBytes }]);
    expect(files.asked).toContain(`/bytes/${packageName}${SIGNED}`);
  });

  it('is asked about again where a newer build names another host', async () => {
    const updates = await opened();
    await updates.setMode('ask');
    const confirmed = updates.record();
    await updates.end();
    page = await openTestUpdates({ record: confirmed, hosts: [hostOf(strange)], feed: updates.feed.origin });
    await expect(page.check()).rejects.toThrow();
    expect(page.asked).toHaveLength(1);
  });

  it('typed by a person leads nowhere else: the hosts are those of the build’s own address', async () => {
    const updates = await opened();
    const other = await startFeedServer();
    try {
      for (const path of names) other.files.set(path, redirectTo(`${files.origin}${path}`));
      await updates.setFeed(`${other.origin}/feed/`);
      expect(await refusalOf(updates.check())).toMatchObject({ kind: 'redirect-refused' });
      expect(files.asked).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('whose files are not as signed changes nothing', async () => {
    const updates = await opened();
    await updates.check();
    const path = `/bytes/${packageName}${SIGNED}`;
    files.files.set(path, Buffer.alloc(packageBytes.length, 'y'));
    expect((await refusalOf(updates.download())).message).toMatch(/signed checksum/);
    files.files.set(path, Buffer.concat([packageBytes, packageBytes]));
    const { message } = await refusalOf(updates.download());
    expect(message).toContain(`${hostOf(files)} sends more`);
    expect(updates.downloads()).toEqual([]);
    files.files.set(`/bytes/strongroom-linux-x64.json${SIGNED}`, releaseOf({ notes: 'Other.' }));
    expect((await refusalOf(updates.check())).message).toMatch(/does not match its signature/);
  });

  it('is not followed without a host that the build names @redirects', async () => {
    const updates = await opened({ hosts: [] });
    expect(await refusalOf(updates.check())).toMatchObject({ kind: 'redirect-refused' });
    expect(updates.feed.asked).toHaveLength(1);
    expect(files.asked).toEqual([]);
  });
});

describe('a redirect', () => {
  const first = `${description}.sig`;

  it.each<readonly [string, () => string]>([
    ['to a host that is not named', () => `${strange.origin}/bytes/x`],
    ['from a named host to one that is not', () => `${files.origin}/on`],
    ['to a name that only begins like a named one', () => `https://${hostOf(files)}.evil.example/x`],
    ['with a user name before the named host', () => `https://ada@${hostOf(files)}/x`],
    ['that hides the host in a user name', () => `https://${hostOf(files)}@127.0.0.1:1/x`],
    ['in a circle', () => first],
    ['to nothing that is an address', () => 'https://['],
  ])('%s is not followed @redirects', async (_what, to) => {
    const updates = await opened();
    files.files.set('/on', redirectTo(`${strange.origin}/bytes/x`));
    updates.feed.files.set(first, redirectTo(to()));
    expect(await refusalOf(updates.check())).toMatchObject({
      kind: 'redirect-refused',
      message: expect.stringContaining('It was not followed.') as string,
    });
    expect(strange.asked).toEqual([]);
    expect(updates.feed.asked.length).toBeLessThanOrEqual(4);
    expect((await updates.state()).stage).toEqual({ kind: 'idle' });
  });

  it('to http is not followed, on the named host neither @redirects', async () => {
    const asked: string[] = [];
    const plain = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('x');
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${String((plain.address() as AddressInfo).port)}`;
    try {
      const updates = await opened({ hosts: [host] });
      updates.feed.files.set(first, redirectTo(`http://${host}/x`));
      expect(await refusalOf(updates.check())).toMatchObject({ kind: 'redirect-refused' });
      expect(asked).toEqual([]);
    } finally {
      plain.close();
    }
  });

  it('to a named host whose certificate is not trusted gets no file', async () => {
    const updates = await opened({ trustsNone: true });
    expect(await refusalOf(updates.check())).toMatchObject({ kind: 'tls' });
    expect(files.asked).toEqual([]);
  });
});
