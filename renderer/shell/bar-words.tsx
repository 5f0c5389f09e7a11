import css from './status-bar.module.css';

interface WordsProps {
  /** The lowest number is dropped first. */
  readonly drop: number;
  readonly text: string;
  /** Tooltip; default: the text. */
  readonly title?: string;
}

/**
 * Words of an item in the status bar. Dropped, they take no room: their tooltip lies over the item's icon, and screen
 * readers still hear them.
 */
export function Words({ drop, text, title = '' }: WordsProps) {
  return (
    <span className={css['text']} title={title === '' ? text : title} data-drop={drop}>
      {text}
    </span>
  );
}

/** Ref of the status bar: keeps it on one line by dropping words. */
export function fitWords(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const fit = (): void => {
    const words = [...bar.querySelectorAll<HTMLElement>('[data-drop]')];
    for (const word of words) word.removeAttribute('data-dropped');
    for (const word of words.toSorted((one, other) => dropOf(one) - dropOf(other))) {
      if (bar.scrollWidth <= bar.clientWidth) break;
      word.toggleAttribute('data-dropped', true);
    }
  };
  const changed = new MutationObserver(fit);
  changed.observe(bar, { childList: true, subtree: true, characterData: true });
  window.addEventListener('resize', fit);
  fit();
  return () => {
    changed.disconnect();
    window.removeEventListener('resize', fit);
  };
}

function dropOf({ dataset }: HTMLElement): number {
  return Number(dataset['drop']);
}
