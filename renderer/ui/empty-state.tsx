import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './empty-state.module.css';
import { Icon } from './icon.tsx';
import { Text } from './layout.tsx';

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: ReactNode;
  /** Expected content and the first step. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Placeholder of an empty area that names its expected content. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={css['empty']}>
      {icon !== undefined && <Icon of={icon} size={28} className={css['icon']} />}
      <Text as="p" size="title" weight={600}>
        {title}
      </Text>
      {children !== undefined && <div className={css['text']}>{children}</div>}
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </div>
  );
}
