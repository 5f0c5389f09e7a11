import { Children, type ReactNode } from 'react';
import type { Setting } from './setting.ts';
import css from './settings.module.css';

/** A name, its text, and what is at the end of their line. */
export function Line({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css['line']}>
      {Children.map(children, (one) => (
        <span>{one}</span>
      ))}
    </div>
  );
}

/** A setting of one line. */
export function line(id: string, words: string, ...parts: readonly ReactNode[]): Setting {
  return { id, words, show: () => <Line>{parts}</Line> };
}
