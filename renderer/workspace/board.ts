/** True while the board covers the whole window. */
import { Store } from '../api/store.ts';

export const boardShown = new Store(false);

/** Brings the board to the front. */
export function showBoard(): void {
  boardShown.set(true);
}

/** Closes the board and shows the previous content. */
export function hideBoard(): void {
  boardShown.set(false);
}
