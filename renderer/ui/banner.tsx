import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import css from './banner.module.css';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Text } from './layout.tsx';

export interface BannerProps extends ComponentProps<'section'> {
  readonly tone: 'ok' | 'warn' | 'danger';
}

const icons = { ok: CircleCheck, warn: TriangleAlert, danger: OctagonAlert } as const;

/** A notice to read before the next press. */
export function Banner({ tone, children, ...rest }: BannerProps) {
  return (
    <section {...rest} className={classes(css['banner'], css[tone])}>
      <Icon of={icons[tone]} />
      <div>{children}</div>
    </section>
  );
}

/** Warnings of the server. */
export function Warnings({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Banner tone="warn" aria-label="Warnings">
      <Text as="p" weight={600}>
        Warnings
      </Text>
      <ul data-selectable>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Banner>
  );
}
