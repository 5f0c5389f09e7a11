/**
 * Children and attributes of an element with marks in the place of what would not be seen, and the direction of each text
 * its own.
 */
import { createElement } from 'react';
import type { ElementType, ReactNode } from 'react';
import { isInvisible } from '../../../shared/vault/entry-facts.ts';
import { MarkedPieces } from '../marked-pieces.ts';
import { isFromRightToLeft, markedPieces, markedPlainly } from '../character-marks.ts';

/** Elements whose children are text and nothing else: it is marked in characters. */
const textOnly: ReadonlySet<unknown> = new Set(['option', 'title', 'text', 'tspan']);

/** Elements whose text is typed by a person or read by a program. */
const untouched: ReadonlySet<unknown> = new Set(['textarea', 'style', 'script']);

/** Attributes that people see or hear. Components hand them on to elements of libraries, so they are marked there, too. */
const spoken = [
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'placeholder',
  'alt',
] as const;

/** Of elements alone: components may draw what they are given by this name. */
const ofElements = [...spoken, 'title', 'label'] as const;

/** Props as they are, or with marks where a text among children and attributes needs them. */
export function withMarks(type: ElementType, props: object): object {
  const seen = withMarkedAttributes(type, props as Props);
  if (!('children' in seen) || untouched.has(type)) return seen;
  const { children } = seen;
  if (typeof children !== 'string' && !Array.isArray(children)) return seen;
  // A mark has the character itself as its child.
  if ('data-glyph' in seen) return seen;
  const marked = markedChild(children as ReactNode, textOnly.has(type) ? markedPlainly : markedText);
  return marked === children ? seen : { ...seen, children: marked };
}

type Props = Readonly<Record<string, unknown>>;

function withMarkedAttributes(type: ElementType, props: Props): Props {
  let marked: Record<string, unknown> | undefined;
  for (const name of typeof type === 'string' ? ofElements : spoken) {
    const text = props[name];
    if (typeof text !== 'string' || isPlain(text)) continue;
    marked ??= { ...props };
    marked[name] = markedPlainly(text);
  }
  return marked ?? props;
}

/** A child that is a text or holds one, at whatever depth of lists. */
function markedChild(child: ReactNode, mark: Mark): ReactNode {
  if (!holdsUnmarked(child)) return child;
  if (!Array.isArray(child)) return mark(child as string);
  return child.map((each: ReactNode, at) =>
    typeof each === 'string' && needsMarks(each) ? mark(each, `mark ${String(at)}`) : markedChild(each, mark),
  );
}

type Mark = (text: string, key?: string) => ReactNode;

function holdsUnmarked(child: ReactNode): boolean {
  return typeof child === 'string' ? needsMarks(child) : Array.isArray(child) && child.some(holdsUnmarked);
}

function markedText(text: string, key?: string): ReactNode {
  return createElement('bdi', { key }, createElement(MarkedPieces, { pieces: markedPieces(text, 'none') }));
}

/** Whether something in a text is not seen, or is written from right to left. */
export function needsMarks(text: string): boolean {
  if (isPlain(text)) return false;
  if (isFromRightToLeft(text)) return true;
  for (const character of text) if (isInvisible(character.codePointAt(0) ?? 0)) return true;
  return false;
}

function isPlain(text: string): boolean {
  return /^[\t\n -~]*$/.test(text);
}
