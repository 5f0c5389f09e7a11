import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './wrapping.module.css';

export interface BannerProps {
  readonly tone: 'ok' | 'warn' | 'danger';
  readonly children: ReactNode;
}

const icons = { ok: CircleCheck, warn: TriangleAlert, danger: OctagonAlert } as const;

/** A notice to read before the next press. */
export function Banner({ tone, children }: BannerProps) {
  return (
    <div className={classes(css['banner'], css[tone])}>
      <Icon of={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}
