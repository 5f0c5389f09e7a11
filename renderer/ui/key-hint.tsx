import css from './key-hint.module.css';

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.userAgent);

/** Shortcut in this system's notation: `Ctrl P`, or `⌘ P` on a Mac. `mod` stands for either. */
export function shortcut(keys: string): string {
  return keys.replace(/\bmod\b/g, isMac ? '⌘' : 'Ctrl').replace(/\bshift\b/g, isMac ? '⇧' : 'Shift');
}

/** A shortcut as keys, e.g. `mod P` or `/`. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span className={css['keys']}>
      {shortcut(keys)
        .split(' ')
        .map((key) => (
          <kbd key={key} className={css['key']}>
            {key}
          </kbd>
        ))}
    </span>
  );
}
