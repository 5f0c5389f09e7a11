/**
 * Opens a page in the system's browser. A server names the address, so only web pages are opened: `https:` anywhere,
 * `http:` on this machine, and nothing that another program would take for a command.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import { isLoopback } from '../../shared/vault/loopback.ts';

/**
 * Makes the opener over `open`. It rejects with `invalid-input` for another kind of address, `internal` if the system
 * fails.
 */
export function makeBrowserOpener(open: (url: string) => Promise<unknown>): (url: string) => Promise<void> {
  return async (url) => {
    if (!isWebPage(url))
      throw new AppFailure({
        kind: 'invalid-input',
        message: 'The server named a login address that is not a web page. It was not opened.',
        hint: 'Ask the server’s operator to check the login method.',
      });
    try {
      await open(new URL(url).href);
    } catch (error) {
      throw new AppFailure({
        kind: 'internal',
        message: `The system's browser could not be opened: ${error instanceof Error ? error.message : 'no reason given'}.`,
        hint: 'Copy the address and open it in a browser yourself.',
      });
    }
  };
}

function isWebPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || isLoopback(origin);
}
