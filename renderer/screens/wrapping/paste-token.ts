import { unwrapWorkOf } from './unwrap-work.ts';
import { shareDraftOf } from './share-draft.ts';

/** Takes the wrapping token on the clipboard in a session, and shows its state on the screen. */
export function pasteToken(sessionId: string): void {
  shareDraftOf(sessionId).change({ task: 'open' });
  void unwrapWorkOf(sessionId).take('clipboard');
}
