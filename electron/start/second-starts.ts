/**
 * Second starts of the app with the same data folder, and links that the system opens it with: the first start comes
 * to the front and takes over the address, or shows the link.
 */
import { app } from 'electron';
import { createAskedLinks, type AskedLinks } from '../core/connection/asked-links.ts';
import { addressIn, linkIn } from '../core/connection/second-start.ts';
import type { Emit } from '../core/platform.ts';
import type { Switches } from '../platform/switches.ts';

export interface SecondStarts {
  /** The address of the latest command line, at first that of this start; empty: not given. */
  readonly connectTo: () => string;
  readonly links: AskedLinks;
}

/** Listens for second starts, and on macOS for links. */
export function hearSecondStarts(
  { connectTo, link }: Pick<Switches, 'connectTo' | 'link'>,
  showWindow: () => void,
  emit: Emit,
): SecondStarts {
  let latest = connectTo;
  const links = createAskedLinks(() => emit('app.linkAsked', {}));
  links.ask(link);
  app.on('second-instance', (_event, _arguments, _folder, data) => {
    showWindow();
    links.ask(linkIn(data));
    const address = addressIn(data);
    if (address === undefined) return;
    latest = address;
    emit('app.connectAsked', { address });
  });
  // macOS passes links by an event, to a running app and to a starting one.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    if (app.isReady()) showWindow();
    links.ask(url);
  });
  return { connectTo: () => latest, links };
}
