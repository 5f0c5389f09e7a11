/**
 * Denials for all our pages, stated once for every session and every web contents: no network, no permission, no
 * device, no new window, no file dialog, no navigation, no frame of another kind, no download, no scheme but app:.
 * The lists are allow-lists; features that Electron adds later are denied.
 */
import type { App, Session, WebContents } from 'electron';
import { isPageOf } from '../ipc/guard.ts';
import { resolveNoNames, withoutNetwork, withoutUdp } from './no-network.ts';
import { withoutFileChoosers } from './no-file-choosers.ts';
import { faultOf } from '../disk/fault.ts';

/** The one page besides ours: it is empty, and stands in the window while a page is replaced with its process. */
export const emptyPage = 'data:text/html,';

export interface DenialOptions {
  /** Development: the developer tools are a page of their own scheme. */
  readonly developerTools: boolean;
  readonly log: (line: string) => void;
}

/** Applies the denials to all present and future sessions and contents; call before the app is ready. */
export function denyEverything(app: App, options: DenialOptions): void {
  resolveNoNames(app.commandLine);
  app.on('session-created', (session) => denyInSession(session, options));
  app.on('web-contents-created', (_event, contents) => denyInContents(contents, options));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, allow) => {
    event.preventDefault();
    allow(false);
  });
  app.on('login', (event, _contents, _details, _info, answer) => {
    event.preventDefault();
    answer();
  });
}

function denyInSession(session: Session, options: DenialOptions): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    options.log(`denied permission ${permission}`);
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
  session.setSpellCheckerEnabled(false);
  // Our own pages pass here, too: none is loaded before its session has lost the network, nor if it could not lose
  // it.
  const walled = withoutNetwork(session).then(
    () => true,
    (error: unknown) => {
      options.log(`a session keeps its network, so nothing is loaded in it: ${faultOf(error)}`);
      return false;
    },
  );
  session.webRequest.onBeforeRequest((details, answer) => {
    const allowed = isAllowedUrl(details.url, options.developerTools);
    if (!allowed) options.log(`blocked a request of scheme ${schemeOf(details.url)}`);
    void walled.then((isWalled) => {
      answer({ cancel: !allowed || !isWalled });
    });
  });
  session.on('will-download', (event) => event.preventDefault());
  session.on('select-hid-device', (event) => event.preventDefault());
  session.on('select-serial-port', (event) => event.preventDefault());
  session.on('select-usb-device', (event) => event.preventDefault());
}

function denyInContents(contents: WebContents, options: DenialOptions): void {
  withoutUdp(contents);
  withoutFileChoosers(contents, options.log);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // A reload navigates to the current address, which is allowed. The guide has links, to its own pages only; it
  // reaches no other origin, and no other page reaches it.
  const stay = (event: { readonly url: string; readonly preventDefault: () => void }): void => {
    if (event.url === contents.getURL() && isOurPage(event.url)) return;
    if (isPageOf(contents.getURL(), 'guide') && isPageOf(event.url, 'guide')) return;
    event.preventDefault();
    options.log(`denied navigation to scheme ${schemeOf(event.url)}`);
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event) => event.preventDefault());
}

/** True if a session of ours can request this URL. */
export function isAllowedUrl(url: string, developerTools: boolean): boolean {
  const scheme = schemeOf(url);
  return (
    isOurPage(url) ||
    url === emptyPage ||
    (developerTools && (scheme === 'devtools' || scheme === 'chrome-extension'))
  );
}

function isOurPage(url: string): boolean {
  return (
    isPageOf(url, 'strongroom') ||
    isPageOf(url, 'trusted') ||
    isPageOf(url, 'quick') ||
    isPageOf(url, 'guide')
  );
}

function schemeOf(url: string): string {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? 'none';
}
