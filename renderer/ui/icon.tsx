import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { classes } from './classes.ts';
import { toned, type Tone } from './tone.ts';

export interface IconProps {
  readonly of: LucideIcon;
  /** Pixels; default 16. */
  readonly size?: number;
  /** Default: as the surrounding text. */
  readonly tone?: Tone | undefined;
  readonly className?: string | undefined;
}

/**
 * A Lucide icon in the app's stroke width, hidden from screen readers, because the text beside it carries the
 * meaning. Memoised, because lists of rows draw the same few icons repeatedly.
 */
export const Icon = memo(function Icon({ of: Glyph, size = 16, tone, className }: IconProps) {
  const names = classes(toned(tone), className);
  return (
    <Glyph
      size={size}
      strokeWidth={1.75}
      aria-hidden="true"
      focusable="false"
      {...(names === '' ? {} : { className: names })}
    />
  );
});
