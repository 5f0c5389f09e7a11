/** Second starts of the app with the same data folder: the first comes to the front and takes over the address. */
import { app } from 'electron';
import { addressIn } from '../core/connection/second-start.ts';
import type { Emit } from '../core/platform.ts';

/**
 * Listens for second starts. Returns the address of the latest command line, at first that of `connectTo`; empty: not
 * given.
 */
export function hearSecondStarts(connectTo: string, showWindow: () => void, emit: Emit): () => string {
  let latest = connectTo;
  app.on('second-instance', (_event, _arguments, _folder, data) => {
    showWindow();
    const address = addressIn(data);
    if (address === undefined) return;
    latest = address;
    emit('app.connectAsked', { address });
  });
  return () => latest;
}
