/**
 * Prevents selection in masked fields: X11 exposes every selection to all programs, even in password fields. Users
 * select there to replace the value, so "select all" is only drawn, and the next input replaces it.
 */

export type EntryInput = HTMLInputElement | HTMLTextAreaElement;

export interface NoSelection {
  /** Empties the field if all of it is marked for replacing. */
  readonly makeRoom: () => void;
}

/** Guards the field inside `box`; `masked` returns the field while it is masked. */
export function selectNothing(box: HTMLElement, masked: () => EntryInput | undefined): NoSelection {
  let all: EntryInput | undefined;
  const mark = (input: EntryInput | undefined): void => {
    all?.removeAttribute('data-all');
    all = input?.value === '' ? undefined : input;
    all?.setAttribute('data-all', '');
  };
  const makeRoom = (): void => {
    if (all !== undefined) all.value = '';
    mark(undefined);
  };
  box.addEventListener('selectstart', (event) => {
    if (masked() !== undefined) event.preventDefault();
  });
  box.addEventListener('mousedown', (event) => {
    // The second click of a double click would select a word.
    const input = masked();
    const inside = input !== undefined && event.target === input;
    const again = inside && event.detail > 1;
    if (again || (inside && event.shiftKey)) event.preventDefault();
    mark(again ? input : undefined);
  });
  box.addEventListener('keydown', (event) => {
    const input = masked();
    if (input === undefined || event.target !== input) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      mark(input);
    } else if (/^(?:Arrow|Home|End|Page)/.test(event.key)) {
      if (event.shiftKey) event.preventDefault();
      mark(undefined);
    }
  });
  box.addEventListener('beforeinput', makeRoom);
  box.addEventListener('focusout', () => mark(undefined));
  return { makeRoom };
}
