/** Lists to choose from, in the side bar or beside a page; up and down move among their buttons. */
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { leaveSideBar } from './lies-over.ts';
import css from './side-choices.module.css';

/** The list, or a part of it with a heading. */
export function SideChoices({ className, ...rest }: ComponentProps<'nav'>) {
  return <nav className={classes(css['all'], className)} onKeyDown={step} {...rest} />;
}

/** Choices under a heading; `untitled`: the heading would repeat its only choice. */
export function SideGroup({
  title,
  untitled = false,
  children,
}: {
  readonly title: string;
  readonly untitled?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div role="group" aria-label={title}>
      {!untitled && <h3 className={css['group']}>{title}</h3>}
      {children}
    </div>
  );
}

export interface SideChoiceProps extends Pick<ComponentProps<'button'>, 'title' | 'children'> {
  readonly icon?: LucideIcon;
  readonly current: boolean;
  readonly mono?: boolean;
  /** Its target is in the side bar itself. */
  readonly stays?: boolean;
  readonly onChoose: () => void;
}

/** One choice; a side bar that overlays the screens gives way to what was chosen. */
export function SideChoice(props: SideChoiceProps) {
  const { icon, current, mono = false, stays = false, onChoose, title, children } = props;
  return (
    <button
      type="button"
      className={classes(css['choice'], mono && css['mono'])}
      title={title}
      aria-current={current ? 'page' : undefined}
      onClick={({ currentTarget }) => {
        onChoose();
        if (!stays) leaveSideBar(currentTarget);
      }}
    >
      {icon !== undefined && <Icon of={icon} />}
      {children}
    </button>
  );
}

function step(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
