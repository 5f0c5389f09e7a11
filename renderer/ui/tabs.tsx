import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Stack } from './layout.tsx';
import css from './tabs.module.css';

export interface TabChoice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Short summary of its settings, marked by a dot; absent if all are defaults. */
  readonly note?: string | undefined;
  /** Replaces the dot, for important marks. */
  readonly mark?: ReactNode;
}

export interface TabsProps<T extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly TabChoice<T>[];
  readonly value: T;
  readonly onValue: (value: T) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
}

/**
 * Tab panels. Arrow keys, Home and End move through the tabs and select at once. Implemented here, because the
 * connect screen must not load a positioning library.
 */
export function Tabs<T extends string>({ label, tabs, value, onValue, children }: TabsProps<T>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = targets[event.key]?.(at, tabs.length);
    const chosen = next === undefined ? undefined : tabs[next];
    if (chosen === undefined) return;
    event.preventDefault();
    onValue(chosen.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  };
  return (
    <Stack shrinks>
      <div role="tablist" aria-label={label} className={css['list']} onKeyDown={onKeyDown}>
        {tabs.map((tab) => {
          const chosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              className={css['tab']}
              onClick={() => onValue(tab.value)}
            >
              {tab.label}
              {tab.note !== undefined && (
                <>
                  {tab.mark ?? <span className={css['dot']} />}
                  <span data-reader-only>: {tab.note}</span>
                </>
              )}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={css['panel']}>
        {children}
      </div>
    </Stack>
  );
}

const targets: Readonly<Partial<Record<string, (at: number, count: number) => number>>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};
