/** Layout and looks of text as props, so that a screen needs no style sheet for a row with a gap or a dim line. */
import type { ComponentProps, ElementType } from 'react';
import { capital } from '../../shared/vault/one-line.ts';
import { classes } from './classes.ts';
import css from './layout.module.css';
import { toned, type Tone } from './tone.ts';

type Tag =
  | 'div'
  | 'span'
  | 'p'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'section'
  | 'article'
  | 'button'
  | 'header'
  | 'ul'
  | 'ol'
  | 'li'
  | 'form'
  | 'fieldset'
  | 'label'
  | 'details'
  | 'time'
  | 'code'
  | 'bdi'
  | 'footer'
  | 'main'
  | 'strong';

interface Looks {
  /** Space between children in pixels. */
  readonly gap?: 2 | 4 | 6 | 8 | 10 | 12 | 14 | 20;
  /** Space between columns, if it differs from that between rows. */
  readonly gapX?: 16;
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  readonly justify?: 'between' | 'center' | 'end';
  readonly wrap?: boolean;
  /** Takes the space that is left. */
  readonly grow?: boolean;
  /** Takes the space that is left, or a line of its own if that is less than so many pixels. */
  readonly basis?: 240;
  /** Never becomes smaller than its content. */
  readonly rigid?: boolean;
  /** Can become narrower than its content. */
  readonly shrinks?: boolean;
  /** Can become lower than its content. */
  readonly low?: boolean;
  /** As high as its parent. */
  readonly full?: boolean;
  /** At the end of its row. */
  readonly push?: boolean;
  readonly tone?: Tone | 'text' | undefined;
  readonly size?: 11 | 12 | 13 | 15 | 'title';
  readonly weight?: 400 | 500 | 550 | 600 | 650;
  /** Line height in pixels. */
  readonly leading?: 18 | 26;
  readonly mono?: boolean;
  /** `mono` with slashed zeros and without ligatures, so that characters are told apart. */
  readonly code?: boolean;
  /** Digits of one width. */
  readonly numbers?: boolean;
  /** Long words break anywhere. */
  readonly breaks?: boolean;
  readonly nowrap?: boolean;
  /** Keeps line ends and spaces. */
  readonly lines?: boolean;
  /** One line, with an ellipsis if it is too long. */
  readonly cut?: boolean;
  /** Two lines at most, with an ellipsis. */
  readonly twoLines?: boolean;
  /** No single word in the last line. */
  readonly pretty?: boolean;
}

type Props<T extends Tag> = Looks & { readonly as?: T } & Omit<ComponentProps<T>, keyof Looks>;

const looks = new Set(
  (
    'gap gapX align justify wrap grow basis rigid shrinks low full push size weight leading mono code numbers ' +
    'breaks nowrap lines cut twoLines pretty'
  ).split(' '),
);

function element<D extends Tag>(base: 'stack' | 'row' | 'card' | 'box' | 'text', usual: D) {
  return function Element<T extends Tag = D>({ as, tone, className, ...props }: Props<T>) {
    const Element: ElementType = as ?? usual;
    const names = [css[base], tone === 'text' ? css['toneText'] : toned(tone), className];
    const others: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(props))
      if (!looks.has(name)) others[name] = value;
      else if (value !== undefined && value !== false)
        names.push(css[value === true ? name : name + capital(String(value))]);
    return <Element className={classes(...names)} {...others} />;
  };
}

/** Children below each other. */
export const Stack = element('stack', 'div');
/** Children beside each other. */
export const Row = element('row', 'div');
/** Children below each other in a frame; its padding is up to its user. */
export const Card = element('card', 'div');
/** Place in a row or stack; its content is laid out as usual. */
export const Box = element('box', 'div');
/** Text with a look. */
export const Text = element('text', 'span');
/** Paragraph of explanation. */
export const Note = (props: Omit<Props<'p'>, 'as'>) => <Text as="p" tone="dim" breaks {...props} />;
