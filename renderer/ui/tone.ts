import css from './tones.module.css';

/** Meaning of a text or icon colour. */
export type Tone = 'ok' | 'warn' | 'danger' | 'accent' | 'dim';

/** Class that colours a text or an icon; undefined inherits the colour. */
export function toned(tone: Tone | undefined): string | undefined {
  return tone === undefined ? undefined : css[tone];
}
