/**
 * Keeps every page of ours off the network. The content security policy and `webRequest` see requests by URL; WebRTC
 * bypasses both and opens TCP and UDP to any host, looks names up in DNS, and lets a page choose the content of the
 * packets. Three walls below every API of the page close this, and each is needed:
 *
 * - the WebRTC policy: no UDP but through a proxy that can carry it. It does not cover TCP;
 * - a proxy that cannot be reached, for every URL and for the TCP of WebRTC, loopback included (`<-loopback>` takes
 *   away Chromium's exception for it). It is SOCKS5, over which Chromium carries no UDP, and its port is 0: no
 *   program can listen there, while one of the same user could on any other dead port. A rule that Chromium did not
 *   understand would leave no proxy to use, not a direct connection (tried on Electron 42);
 * - no names: Chromium's resolver finds nothing, so that a host name cannot carry a value to a DNS server.
 *
 * The main process reaches servers through Node, which is not affected; app: pages need no network.
 */
import type { App, Session, WebContents } from 'electron';

/** The command line of the app, before it is ready. */
type OwnCommandLine = Pick<App['commandLine'], 'appendSwitch'>;

/** Disables DNS in all processes of Chromium; call before the app is ready. */
export function resolveNoNames(commandLine: OwnCommandLine): void {
  commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
}

/** Sends all traffic of a session to a proxy that cannot be reached. Load no page in it before this settles. */
export function withoutNetwork(session: Pick<Session, 'setProxy'>): Promise<void> {
  return session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'socks5://127.0.0.1:0',
    proxyBypassRules: '<-loopback>',
  });
}

/** Disables UDP for the peer connections of a page. */
export function withoutUdp(contents: Pick<WebContents, 'setWebRTCIPHandlingPolicy'>): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
