/**
 * Neither page reaches a network. Every connecting API of Chromium is tried from the window's page and from the
 * trusted view, towards a listener that must receive nothing. A first check proves that the listener works.
 */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { callByHand } from './steps/bridge-calls.ts';
import { sharedServers } from './servers/index.ts';

/** Listens for TCP and UDP on one port of every address of this machine. */
interface Listener {
  readonly port: number;
  /** Received data, one line each, since the last call. */
  readonly take: () => readonly string[];
  readonly close: () => void;
}

async function listen(): Promise<Listener> {
  const heard: string[] = [];
  const tcp: Server = createServer((socket) => {
    heard.push('a TCP connection');
    socket.on('data', (bytes) => heard.push(`TCP ${bytes.toString('latin1')}`));
    socket.on('error', () => socket.destroy());
  });
  tcp.listen(0, '0.0.0.0');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp: UdpSocket = createSocket('udp4', (bytes) => heard.push(`UDP ${bytes.toString('latin1')}`));
  udp.bind(port, '0.0.0.0');
  await once(udp, 'listening');
  return {
    port,
    take: () => heard.splice(0),
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}

/** Waits until all data sent earlier has been received: its own end markers arrive last. */
async function settle({ port, take }: Listener): Promise<readonly string[]> {
  const heard: string[] = [];
  const udp = createSocket('udp4');
  udp.send('the end of UDP', port, '127.0.0.1');
  const tcp = connect(port, '127.0.0.1', () => tcp.end('the end of TCP'));
  await expect
    .poll(() => {
      heard.push(...take());
      return heard
        .filter((line) => line.endsWith('the end of UDP') || line.endsWith('the end of TCP'))
        .sort();
    })
    .toEqual(['TCP the end of TCP', 'UDP the end of UDP']);
  udp.close();
  tcp.destroy();
  const own = ['a TCP connection', 'TCP the end of TCP', 'UDP the end of UDP'];
  for (const line of own) heard.splice(heard.indexOf(line), 1);
  // Limits the output of a failure.
  return heard.slice(0, 8).map((line) => line.slice(0, 80));
}

/** Addresses of this machine: Chromium does not use loopback as its own end of a peer connection. */
const hosts = [
  '127.0.0.1',
  ...Object.values(networkInterfaces())
    .flat()
    .filter((each) => each !== undefined)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address),
];

/** Targets of an attack: hosts, or a name in their place that must not be looked up. */
interface Targets {
  readonly hosts: readonly string[];
  readonly port: number;
}

/** Runs in the page: peer connections that discover their own addresses through servers of the page's choice. */
async function gather([urls]: readonly [readonly string[]]): Promise<string> {
  const servers = urls.map((url) => ({ urls: url, username: 'loot', credential: 'loot' }));
  const peer = new RTCPeerConnection({ iceServers: servers });
  peer.createDataChannel('loot');
  const complete = new Promise<void>((done) => {
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState === 'complete') done();
    };
  });
  await peer.setLocalDescription(await peer.createOffer());
  await complete;
  const candidates = (peer.localDescription?.sdp ?? '')
    .split('\n')
    .filter((line) => line.startsWith('a=candidate'));
  peer.close();
  return candidates.join('\n');
}

/**
 * Runs in the page: a peer connection to made-up candidates, until it fails. Without a local candidate of the
 * protocol after gathering, it cannot send, and never reports a failure.
 */
async function meetPeer([protocol, candidates]: readonly ['udp' | 'tcp', readonly string[]]): Promise<void> {
  const peer = new RTCPeerConnection();
  peer.createDataChannel('loot');
  const failed = new Promise<void>((done) => {
    peer.oniceconnectionstatechange = () => {
      if (peer.iceConnectionState === 'failed' || peer.iceConnectionState === 'disconnected') done();
    };
  });
  const complete = new Promise<void>((done) => {
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState === 'complete') done();
    };
  });
  const description = await peer.createOffer();
  await peer.setLocalDescription(description);
  const answer = (description.sdp ?? '')
    .replace(/a=ice-ufrag:.*/g, 'a=ice-ufrag:LOOTufrag')
    .replace(/a=ice-pwd:.*/g, 'a=ice-pwd:LOOTLOOTLOOTLOOTLOOTLOOT')
    .replace('a=setup:actpass', 'a=setup:active');
  const lines = candidates.map((candidate) => `a=candidate:${candidate}\r\n`).join('');
  await peer.setRemoteDescription({ type: 'answer', sdp: `${answer}${lines}a=end-of-candidates\r\n` });
  await complete;
  const ends =
    (peer.localDescription?.sdp ?? '').match(new RegExp(`^a=candidate:\\S+ 1 ${protocol} `, 'gim')) ?? [];
  if (ends.length > 0) await failed;
  peer.close();
}

/** Runs in the page: a peer with names as candidates. Look-ups fire no event; a later request shows their end. */
async function meetNamedPeer([candidates]: readonly [readonly string[]]): Promise<void> {
  const [here, there] = [new RTCPeerConnection(), new RTCPeerConnection()];
  here.createDataChannel('loot');
  await here.setLocalDescription(await here.createOffer());
  await there.setRemoteDescription(here.localDescription ?? { type: 'offer' });
  await there.setLocalDescription(await there.createAnswer());
  await here.setRemoteDescription(there.localDescription ?? { type: 'answer' });
  for (const candidate of candidates)
    await here.addIceCandidate({ candidate: `candidate:${candidate}`, sdpMLineIndex: 0 });
  there.close();
}

/** Runs in the page: everything that a page can request by URL, until each is answered or refused. */
async function askByUrl([host]: readonly [string]): Promise<void> {
  const settled = (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return work().catch(() => undefined);
    } catch {
      return Promise.resolve();
    }
  };
  const add = (name: string, attributes: Readonly<Record<string, string>>): HTMLElement => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    document.body.append(element);
    return element;
  };
  const http = `http://${host}`;
  await Promise.all([
    settled(() => fetch(`${http}/fetch`, { mode: 'no-cors' })),
    settled(() => fetch(`${http}/kept`, { mode: 'no-cors', keepalive: true, method: 'POST', body: 'loot' })),
    settled(
      () =>
        new Promise((done) => {
          const socket = new WebSocket(`ws://${host}/socket`);
          socket.onopen = socket.onerror = socket.onclose = done;
        }),
    ),
    settled(
      () =>
        new Promise((done) => {
          const source = new EventSource(`${http}/events`);
          source.onopen = source.onerror = done;
        }),
    ),
    settled(() => Promise.resolve(navigator.sendBeacon(`${http}/beacon`, 'loot'))),
    settled(() => {
      const transport = new WebTransport(`https://${host}/transport`);
      transport.closed.catch(() => undefined);
      return transport.ready;
    }),
    settled(
      () =>
        new Promise((done) => {
          const worker = new Worker(`${http}/worker`);
          worker.onerror = done;
        }),
    ),
    settled(() => import(/* @vite-ignore */ `${http}/module.js`)),
    settled(() => new FontFace('loot', `url(${http}/font)`).load()),
    settled(() => navigator.serviceWorker.register(`${http}/service-worker.js`)),
  ]);
  const hints = ['prefetch', 'prerender', 'preconnect', 'dns-prefetch', 'modulepreload', 'icon', 'manifest'];
  for (const rel of [...hints, 'stylesheet']) add('link', { rel, href: `${http}/${rel}` });
  for (const as of ['image', 'script', 'style', 'fetch', 'font'])
    add('link', { rel: 'preload', as, href: `${http}/preload-${as}` });
  add('video', { src: `${http}/video`, poster: `${http}/poster` });
  add('audio', { src: `${http}/audio` });
  add('iframe', { src: `${http}/frame` });
  add('embed', { src: `${http}/embed` });
  add('object', { data: `${http}/object` });
  add('script', { src: `${http}/script` });
  add('div', { style: `background: url(${http}/style)` });
  add('a', { href: `${http}/a`, ping: `${http}/ping` }).click();
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [`${http}/speculation`] }] });
  document.body.append(rules);
  // Requested last: once it is refused, so are all earlier ones; and styled elements have been drawn.
  const image = add('img', { src: `${http}/img` });
  await new Promise((done) => (image.onload = image.onerror = done));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Attacks on addresses, each ending in a state of its own. */
const attacks: readonly (readonly [string, (page: Page, targets: Targets) => Promise<unknown>])[] = [
  ...(
    [
      ['a TURN server over TCP', 'turn:', '?transport=tcp'],
      ['a TURN server over UDP', 'turn:', '?transport=udp'],
      ['a TURN server over TLS', 'turns:', '?transport=tcp'],
      ['a STUN server', 'stun:', ''],
    ] as const
  ).map(
    ([name, scheme, query]) =>
      [
        name,
        (page: Page, { hosts, port }: Targets) =>
          page.evaluate(gather, [hosts.map((host) => `${scheme}${host}:${String(port)}${query}`)] as const),
      ] as const,
  ),
  [
    'a peer over UDP',
    (page, { hosts, port }) =>
      page.evaluate(meetPeer, [
        'udp',
        hosts.map((host, at) => `${String(at)} 1 udp 2113937151 ${host} ${String(port)} typ host`),
      ] as const),
  ],
  [
    'a peer over TCP',
    (page, { hosts, port }) =>
      page.evaluate(meetPeer, [
        'tcp',
        hosts.map(
          (host, at) => `${String(at)} 1 tcp 1518280447 ${host} ${String(port)} typ host tcptype passive`,
        ),
      ] as const),
  ],
  [
    'whatever is asked for by URL',
    (page, { port }) => page.evaluate(askByUrl, [`127.0.0.1:${String(port)}`] as const),
  ],
];

let launched: LaunchedApp;
let listener: Listener;

test.beforeAll(async () => {
  listener = await listen();
  launched = await launchApp();
  await launched.window.getByLabel('Address').waitFor();
});
test.afterAll(async () => {
  await launched.close();
  listener.close();
});

let trusted: Page | undefined;

/** Page of the attack. If needed, a trusted view is opened by a prompt that is never answered. */
async function pageOf(which: 'window' | 'trusted view'): Promise<Page> {
  if (which === 'window') return launched.window;
  if (trusted !== undefined && !trusted.isClosed()) return trusted;
  const tls = { useSystemStore: true, skipVerify: false };
  const target = { address: sharedServers().dev.address, namespace: '', tls, timeoutMs: 30_000, proxy: '' };
  const options = { target, name: 'Test server', colour: 'grey' };
  callByHand(launched.window, 'session.open', options).catch(() => undefined);
  return (trusted = await launched.trusted());
}

test('the listener hears this test', async () => {
  for (const host of hosts) {
    const udp = createSocket('udp4');
    udp.send(`to ${host}`, listener.port, host);
    const tcp = connect(listener.port, host);
    await once(tcp, 'connect');
    tcp.end(`to ${host}`);
    await once(tcp, 'close');
    udp.close();
  }
  const heard = await settle(listener);
  for (const host of hosts) {
    expect(heard).toContain(`UDP to ${host}`);
    expect(heard).toContain(`TCP to ${host}`);
  }
});

for (const which of ['window', 'trusted view'] as const) {
  for (const [name, attack] of attacks) {
    test(`the ${which} does not reach ${name} @reaches-nobody`, async () => {
      await attack(await pageOf(which), { hosts, port: listener.port });
      expect(await settle(listener)).toEqual([]);
    });
  }

  test(`the ${which} looks up no name @no-look-up`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-net-log-'));
    try {
      const file = join(folder, 'log.json');
      await launched.app.evaluate(
        ({ netLog }, path) => netLog.startLogging(path, { captureMode: 'everything' }),
        file,
      );
      const page = await pageOf(which);
      const name = `loot-${which.replace(' ', '-')}`;
      await page.evaluate(meetNamedPeer, [
        [`1 1 udp 2113937151 ${name}-d.example 9 typ host`, `2 1 udp 2113937150 ${name}-e.local 9 typ host`],
      ] as const);
      await page.evaluate(gather, [
        [
          `stun:${name}-a.example`,
          `turn:${name}-b.example?transport=udp`,
          `turn:${name}-c.example?transport=tcp`,
        ],
      ] as const);
      await page.evaluate(askByUrl, [`${name}-f.example`] as const);
      await launched.app.evaluate(({ netLog }) => netLog.stopLogging());
      const log = await readFile(file, 'utf8');
      expect(lookedUp(log).filter((host) => host.includes(name))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Names that Chromium's resolver began to look up, from the text of a net log. */
function lookedUp(text: string): readonly string[] {
  const log = JSON.parse(text) as {
    readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
    readonly events: readonly { readonly type: number; readonly params?: { readonly host?: string } }[];
  };
  const job = log.constants.logEventTypes['HOST_RESOLVER_MANAGER_JOB'];
  if (job === undefined) throw new Error('the net log knows no look-up of names');
  return log.events.filter(({ type }) => type === job).map(({ params }) => params?.host ?? '');
}

test('every session and every page that comes to exist has the same walls once it has loaded anything @later-pages', async () => {
  const found = await launched.app.evaluate(async ({ BrowserWindow, session, webContents }) => {
    const windows = [session.defaultSession, session.fromPartition('later')].map(
      (own) => new BrowserWindow({ show: false, webPreferences: { session: own } }),
    );
    for (const window of windows) await window.loadURL('data:text/html,');
    const every = webContents.getAllWebContents();
    const proxies = await Promise.all(
      every.flatMap(({ session: own }) =>
        ['https://vault.example/', 'http://127.0.0.1:8200/', 'wss://localhost/'].map((url) =>
          own.resolveProxy(url),
        ),
      ),
    );
    const policies = every.map((each) => each.getWebRTCIPHandlingPolicy());
    for (const window of windows) window.destroy();
    return { proxies: [...new Set(proxies)], policies: [...new Set(policies)] };
  });
  expect(found).toEqual({ proxies: ['SOCKS5 127.0.0.1:0'], policies: ['disable_non_proxied_udp'] });
});
