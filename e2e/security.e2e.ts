/** A hostile page, frame or window has no effect on the app. Each attempt runs in the real app. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { allCalls } from '../electron/ipc/calls/index.ts';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';

let launched: LaunchedApp;
/** A server that must never receive a request. */
let outside: Server;
let outsideUrl = '';
const heard: string[] = [];

test.beforeAll(async () => {
  outside = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end('<p>outside</p>');
  });
  outside.on('upgrade', (request) => heard.push(request.url ?? ''));
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  launched = await launchApp();
});

test.afterAll(async () => {
  await launched.close();
  outside.close();
});

test.afterEach(() => {
  expect(heard).toEqual([]);
  expect(launched.window.url()).toBe('app://strongroom/');
});

test.describe('the page', () => {
  test('comes with the content security policy and its companions as headers', async () => {
    const headers = await launched.app.evaluate(async ({ session }) => {
      const answer = await session.fromPartition('strongroom').fetch('app://strongroom/');
      return Object.fromEntries(answer.headers);
    });
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; " +
        'sandbox allow-scripts allow-same-origin allow-forms allow-downloads',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  test('gets nothing from outside its folder', async () => {
    const statuses = await launched.app.evaluate(async ({ session }) => {
      const own = session.fromPartition('strongroom');
      const status = (url: string): Promise<unknown> =>
        own.fetch(url).then(
          (answer) => answer.status,
          () => 'refused',
        );
      return Promise.all(
        [
          'app://strongroom/index.html',
          'app://strongroom/..%2fmain.cjs',
          'app://strongroom/..%2fpackage.json',
          'app://strongroom/%2e%2e%2fpackage.json',
          'app://strongroom/..%5cpackage.json',
          'app://strongroom/index.html%00.js',
          'app://trusted/index.html',
          'app://strongroom.evil/index.html',
          'file:///etc/hostname',
        ].map(status),
      );
    });
    // The trusted origin is ours, but serves no page in this session.
    expect(statuses).toEqual([200, 404, 404, 404, 404, 404, 404, 'refused', 'refused']);
  });

  test('knows no Node, no Electron, and of the bridge only its methods @no-node', async () => {
    const found = await launched.window.evaluate(() => {
      const members = Object.entries(window.strongroom).map(([name, member]) => [name, typeof member]);
      return {
        names: [
          'require',
          'process',
          'module',
          'Buffer',
          'global',
          'ipcRenderer',
          'electron',
          'trusted',
        ].filter((name) => Reflect.has(window, name)),
        members,
      };
    });
    expect(found).toEqual({
      names: [],
      members: [
        ['call', 'function'],
        ['cancel', 'function'],
        ['on', 'function'],
      ],
    });
  });

  test('lives in a sandbox @sandbox', async () => {
    const preferences = await launched.app.evaluate(({ BrowserWindow }) => {
      // Missing in Electron's types, but made for this purpose.
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences: () => Record<string, unknown>;
      };
      return contents.getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    });
    const checksSpelling = await launched.app.evaluate(({ session }) =>
      session.fromPartition('strongroom').isSpellCheckerEnabled(),
    );
    expect(checksSpelling).toBe(false);
  });

  test('runs no inline script, no event attribute and no text as code', async () => {
    const ran = await launched.window.evaluate(async () => {
      const marks: string[] = [];
      Reflect.set(window, 'mark', (what: string) => marks.push(what));
      const script = document.createElement('script');
      script.textContent = 'mark("inline")';
      const attribute = document.createElement('div');
      attribute.setAttribute('onclick', 'mark("attribute")');
      const data = document.createElement('script');
      data.src = 'data:text/javascript,mark("data")';
      const blob = document.createElement('script');
      blob.src = URL.createObjectURL(new Blob(['mark("blob")'], { type: 'text/javascript' }));
      document.body.append(script, attribute, data, blob);
      attribute.click();
      await Promise.all([data, blob].map((tag) => new Promise((done) => (tag.onerror = tag.onload = done))));
      // Later and in the page's own turn: scripts run by the debugger are allowed to evaluate.
      await new Promise<void>((done) => {
        setTimeout(() => {
          try {
            (0, eval)('mark("eval")');
          } catch (error) {
            marks.push(error instanceof Error ? error.name : 'other');
          }
          done();
        });
      });
      for (const tag of [script, attribute, data, blob]) tag.remove();
      return marks;
    });
    expect(ran).toEqual(['EvalError']);
  });

  test('connects to nowhere @no-connection', async () => {
    const outcomes = await launched.window.evaluate(async (url) => {
      const outcome = (attempt: Promise<unknown>): Promise<string> =>
        attempt.then(
          () => 'connected',
          () => 'refused',
        );
      const loaded = (tag: HTMLElement): Promise<unknown> =>
        new Promise((done, fail) => {
          tag.onload = done;
          tag.onerror = fail;
          document.body.append(tag);
        });
      const image = new Image();
      image.src = `${url}/image`;
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = `${url}/sheet`;
      const script = document.createElement('script');
      script.src = `${url}/script`;
      navigator.sendBeacon(`${url}/beacon`, 'x');
      const outcomes = await Promise.all([
        outcome(fetch(`${url}/fetch`, { mode: 'no-cors' })),
        outcome(
          new Promise((done, fail) => {
            const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
            socket.onopen = done;
            socket.onerror = fail;
          }),
        ),
        outcome(loaded(image)),
        outcome(loaded(sheet)),
        outcome(loaded(script)),
      ]);
      for (const tag of [image, sheet, script]) tag.remove();
      return outcomes;
    }, outsideUrl);
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
  });

  test('opens no window and goes nowhere @no-window', async () => {
    const windows = launched.app.windows().length;
    // Registered after the app's own listener, so it sees the result; a prevented navigation goes no further.
    await launched.app.evaluate(({ BrowserWindow }) => {
      const tried: [url: string, prevented: boolean][] = [];
      Reflect.set(globalThis, 'triedNavigations', tried);
      BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', (event) => {
        tried.push([event.url, event.defaultPrevented]);
      });
    });
    const tried = (): Promise<unknown> =>
      launched.app.evaluate(() => Reflect.get(globalThis, 'triedNavigations') as unknown);
    const opened = await launched.window.evaluate((url) => {
      const targets = [
        `${url}/open`,
        'app://trusted/',
        'app://strongroom/',
        'about:blank',
        'file:///etc/hostname',
      ];
      const opened = targets.map((target) => window.open(target) !== null);
      const link = document.createElement('a');
      link.target = '_blank';
      link.href = `${url}/link`;
      document.body.append(link);
      link.click();
      const form = document.createElement('form');
      form.action = `${url}/form`;
      document.body.append(form);
      form.submit();
      link.remove();
      form.remove();
      return opened;
    }, outsideUrl);
    expect(opened).toEqual([false, false, false, false, false]);
    // Chromium itself refuses this one without an event; the next one follows it.
    await launched.window.evaluate(() => void (location.href = 'data:text/html,x'));
    for (const target of [`${outsideUrl}/go`, 'app://trusted/', 'app://strongroom.evil/']) {
      await launched.window.evaluate((url) => void (location.href = url), target);
      // Checked only after the attempt: the page is at its own address before, too.
      await expect.poll(tried).toContainEqual([target, true]);
    }
    expect(await launched.window.evaluate(() => location.href)).toBe('app://strongroom/');
    expect(launched.app.windows()).toHaveLength(windows);
  });

  test('holds no frame with anything in it', async () => {
    const inside = await launched.window.evaluate(async (url) => {
      const sources = [`${url}/frame`, 'app://trusted/', 'app://strongroom/', 'data:text/html,<p>x'];
      const found: string[] = [];
      for (const source of sources) {
        const frame = document.createElement('iframe');
        frame.src = source;
        const settled = new Promise((done) => (frame.onload = frame.onerror = done));
        document.body.append(frame);
        await settled;
        // A loaded page of our own origin would be readable; a refused one is Chromium's error page.
        found.push(frame.contentDocument === null ? 'unreadable' : frame.contentDocument.title);
        frame.remove();
      }
      const empty = document.createElement('iframe');
      document.body.append(empty);
      const bridge = Reflect.has(empty.contentWindow ?? {}, 'strongroom');
      empty.remove();
      return { found, bridge };
    }, outsideUrl);
    expect(inside).toEqual({
      found: ['unreadable', 'unreadable', 'unreadable', 'unreadable'],
      bridge: false,
    });
  });

  test('is permitted nothing @no-permission', async () => {
    const answers = await launched.window.evaluate(async () => {
      const outcome = (attempt: Promise<unknown>): Promise<unknown> => attempt.catch(() => 'refused');
      const query = (name: string): Promise<unknown> =>
        navigator.permissions.query({ name: name as PermissionName }).then(({ state }) => state);
      return Promise.all([
        outcome(Notification.requestPermission()),
        outcome(query('geolocation')),
        outcome(query('notifications')),
        outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
        outcome(navigator.clipboard.readText()),
        outcome(
          new Promise((done, fail) => {
            navigator.geolocation.getCurrentPosition(done, fail);
          }),
        ),
      ]);
    });
    expect(answers).toEqual(['denied', 'denied', 'denied', 'refused', 'refused', 'refused']);
  });

  test('downloads nothing', async () => {
    // Registered before the attempt: the two processes are not synchronised.
    await launched.app.evaluate(({ session }) => {
      session.fromPartition('strongroom').once('will-download', (event) => {
        Reflect.set(globalThis, 'preventedDownload', event.defaultPrevented);
      });
    });
    await launched.window.evaluate(() => {
      const link = document.createElement('a');
      link.download = 'x.txt';
      link.href = URL.createObjectURL(new Blob(['x']));
      link.click();
    });
    await expect
      .poll(() => launched.app.evaluate(() => Reflect.get(globalThis, 'preventedDownload') as unknown))
      .toBe(true);
  });
});

test.describe('the bridge', () => {
  test('answers our page', async () => {
    expect(await callInPage(launched.window, 'app.noop', {})).toEqual({ ok: true, value: {} });
  });

  test('refuses names that are not those of a call', async () => {
    for (const name of ['', 'constructor', '__proto__', 'toString', 'app', 'app.noop ', 'x'.repeat(100_000)])
      expect.soft(await callInPage(launched.window, name, {}), name.slice(0, 20)).toEqual({
        ok: false,
        error: { kind: 'invalid-input', message: 'There is no call of this name.' },
      });
    for (const name of [null, 7, {}, ['app.noop']])
      expect
        .soft(await callInPage(launched.window, name as unknown as string, {}))
        .toMatchObject({ ok: false });
  });

  test('refuses malformed input of every call', async () => {
    for (const { name } of allCalls) {
      for (const input of ['text', 7, null, undefined, [], { unexpected: 1 }]) {
        const answer = await callInPage(launched.window, name, input);
        expect.soft(answer, `${name} with ${JSON.stringify(input)}`).toMatchObject({
          ok: false,
          error: { kind: 'invalid-input' },
        });
      }
    }
  });

  test('refuses oversized input of every call', async () => {
    // Strings just above a call's limit: large for calls that carry an entry, small for the others.
    const lengths = allCalls.map(({ name, maxBytes }) => [name, maxBytes / 2] as const);
    const refused = await launched.window.evaluate(async (calls) => {
      const call = window.strongroom.call as unknown as (
        ...args: unknown[]
      ) => Promise<{ error?: { message: string } }>;
      const messages: Record<string, string> = {};
      let callId = 2_000_000;
      for (const [name, length] of calls) {
        const answer = await call(name, { text: 'x'.repeat(length) }, callId++);
        messages[name] = answer.error?.message ?? 'accepted';
      }
      return messages;
    }, lengths);
    for (const { name } of allCalls) expect.soft(refused[name], name).toContain('is larger than');
  });

  test('refuses call ids that are none', async () => {
    for (const callId of ['1', 1.5, null, -0.5, {}]) {
      expect(await callInPage(launched.window, 'app.noop', {}, callId)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input' },
      });
    }
  });

  test('says nothing to another window with the same preload and the same page', async () => {
    const answer = await launched.app.evaluate(async ({ app, BrowserWindow }) => {
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: `${app.getAppPath()}/preload.cjs`,
          partition: 'strongroom',
          sandbox: true,
        },
      });
      await foreign.loadURL('app://strongroom/');
      const answer: unknown = await foreign.webContents.executeJavaScript(
        'strongroom.call("app.info", {}, 9000000)',
      );
      foreign.destroy();
      return answer;
    });
    expect(answer).toEqual({
      ok: false,
      error: { kind: 'internal', message: expect.any(String) as unknown },
    });
    expect(JSON.stringify(answer)).not.toContain('electronVersion');
  });
});

test('a look-alike origin in our own window is refused by the bridge @foreign-origin', async () => {
  const taken = await launchApp();
  try {
    await taken.window.waitForLoadState();
    // The barriers before the bridge are removed from inside main, which leaves the guard.
    const answers = await taken.app.evaluate(async ({ session, BrowserWindow }) => {
      const own = session.fromPartition('strongroom');
      own.webRequest.onBeforeRequest(null);
      own.protocol.unhandle('app');
      own.protocol.handle('app', () => new Response('<p>x', { headers: { 'Content-Type': 'text/html' } }));
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined) throw new Error('there is no window');
      const answers: Record<string, unknown> = {};
      for (const url of [
        'app://strongroom.evil/',
        'app://trusted/',
        'app://strongroo/',
        'app://strongroom/',
      ]) {
        await contents.loadURL(url);
        const answer = (await contents.executeJavaScript('strongroom.call("app.noop", {}, 9000000)')) as {
          ok: boolean;
        };
        answers[url] = answer.ok;
      }
      return answers;
    });
    expect(answers).toEqual({
      'app://strongroom.evil/': false,
      'app://trusted/': false,
      'app://strongroo/': false,
      'app://strongroom/': true,
    });
  } finally {
    await taken.close();
  }
});
