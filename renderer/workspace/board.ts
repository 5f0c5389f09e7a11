/** Whether the board is over the whole window. */
import { Store } from '../api/store.ts';

export const boardShown = new Store(false);

/** Brings the board to the front. */
export function showBoard(): void {
  boardShown.set(true);
}

/** Gives the window back to what was in front. */
export function hideBoard(): void {
  boardShown.set(false);
}
