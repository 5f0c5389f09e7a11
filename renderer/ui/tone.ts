import css from './tones.module.css';

/** What the colour of a text or an icon says. */
export type Tone = 'ok' | 'warn' | 'danger' | 'accent' | 'dim';

/** The class that colours a text or an icon; undefined: as what is around it. */
export function toned(tone: Tone | undefined): string | undefined {
  return tone === undefined ? undefined : css[tone];
}
