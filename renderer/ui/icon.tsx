import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { classes } from './classes.ts';
import { toned, type Tone } from './tone.ts';

export interface IconProps {
  readonly of: LucideIcon;
  /** Pixels; 16 unless told. */
  readonly size?: number;
  /** As the text around it unless told. */
  readonly tone?: Tone | undefined;
  readonly className?: string | undefined;
}

/**
 * A Lucide icon at the house's stroke, hidden from readers: the text beside it carries the meaning. Remembered, because a
 * list of rows draws the same few again and again.
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
