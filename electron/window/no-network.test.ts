import { EventEmitter } from 'node:events';
import type { App, ProxyConfig } from 'electron';
import { describe, expect, it } from 'vitest';
import { denyEverything } from './denials.ts';

interface FakeSession {
  readonly proxies: ProxyConfig[];
  /** Ends the setting of the proxy. */
  readonly settle: (error?: Error) => void;
  /** Requests as Chromium does; returns the answer's `cancel`. */
  readonly request: (url: string) => { readonly cancel?: boolean | undefined };
}

/** An app with one session, limited to the parts that the denials use. */
function hardened(): {
  readonly session: FakeSession;
  readonly switches: Record<string, string>;
  readonly log: string[];
} {
  const app = new EventEmitter();
  const switches: Record<string, string> = {};
  const log: string[] = [];
  const appendSwitch = (name: string, value: string): void => void (switches[name] = value);
  denyEverything(Object.assign(app, { commandLine: { appendSwitch } }) as unknown as App, {
    developerTools: false,
    log: (line) => log.push(line),
  });
  const proxies: ProxyConfig[] = [];
  const settled = Promise.withResolvers<undefined>();
  type Asked = (details: { readonly url: string }, answer: (response: { cancel?: boolean }) => void) => void;
  let asked: Asked | undefined;
  const nothing = (): undefined => undefined;
  app.emit(
    'session-created',
    Object.assign(new EventEmitter(), {
      setProxy: (config: ProxyConfig) => {
        proxies.push(config);
        return settled.promise;
      },
      webRequest: { onBeforeRequest: (listener: Asked) => void (asked = listener) },
      setPermissionRequestHandler: nothing,
      setPermissionCheckHandler: nothing,
      setDevicePermissionHandler: nothing,
      setDisplayMediaRequestHandler: nothing,
      setSpellCheckerEnabled: nothing,
    }),
  );
  return {
    session: {
      proxies,
      settle: (error) => {
        if (error === undefined) settled.resolve(undefined);
        else settled.reject(error);
      },
      request: (url) => {
        const answer: { cancel?: boolean | undefined } = {};
        asked?.({ url }, ({ cancel }) => (answer.cancel = cancel));
        return answer;
      },
    },
    switches,
    log,
  };
}

describe('a session without a network', () => {
  it('goes through a proxy that cannot be reached, loopback too, and looks up no name', () => {
    const { session, switches } = hardened();
    expect(session.proxies).toEqual([
      { mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:0', proxyBypassRules: '<-loopback>' },
    ]);
    expect(switches).toEqual({ 'host-resolver-rules': 'MAP * ~NOTFOUND' });
  });

  it('loads our page only once the proxy holds', async () => {
    const { session } = hardened();
    const early = session.request('app://strongroom/');
    await Promise.resolve();
    expect(early.cancel).toBeUndefined();
    session.settle();
    await expect.poll(() => early.cancel).toBe(false);
  });

  it('loads nothing if the proxy could not be set', async () => {
    const { session, log } = hardened();
    session.settle(new Error('no proxy'));
    const page = session.request('app://strongroom/');
    await expect.poll(() => page.cancel).toBe(true);
    expect(log.join('\n')).toMatch(/loaded in it: Error at /);
  });

  it('cancels what is not ours, whatever the proxy', async () => {
    const { session } = hardened();
    session.settle();
    const foreign = session.request('https://attacker.example/');
    await expect.poll(() => foreign.cancel).toBe(true);
  });
});
