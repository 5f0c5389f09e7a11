/** Marks invisible characters in an element's children and attributes, and isolates the direction of each text. */
import { createElement } from 'react';
import type { ElementType, ReactNode } from 'react';
import { isInvisible } from '../../../shared/vault/entry-facts.ts';
import { MarkedPieces } from '../marked-pieces.ts';
import { isFromRightToLeft, markedPieces, markedPlainly } from '../character-marks.ts';

/** Elements with text-only children: these are marked in plain characters. */
const textOnly: ReadonlySet<unknown> = new Set(['option', 'title', 'text', 'tspan']);

/** Elements whose text the user types or a program reads. */
const untouched: ReadonlySet<unknown> = new Set(['textarea', 'style', 'script']);

/**
 * Attributes that users see or hear. Components pass them to library elements, so they are marked on components too.
 */
const spoken = [
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'placeholder',
  'alt',
] as const;

/** For elements only: components can render these props themselves. */
const ofElements = [...spoken, 'title', 'label'] as const;

/** Returns the props unchanged, or with marks where children or attributes need them. */
export function withMarks(type: ElementType, props: object): object {
  const seen = withMarkedAttributes(type, props as Props);
  if (!('children' in seen) || untouched.has(type)) return seen;
  const { children } = seen;
  if (typeof children !== 'string' && !Array.isArray(children)) return seen;
  // A mark's child is the character itself.
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

/** Marks a text child, or texts in nested arrays. */
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

/** True if a text contains invisible or right-to-left characters. */
export function needsMarks(text: string): boolean {
  if (isPlain(text)) return false;
  if (isFromRightToLeft(text)) return true;
  for (const character of text) if (isInvisible(character.codePointAt(0) ?? 0)) return true;
  return false;
}

function isPlain(text: string): boolean {
  return /^[\t\n -~]*$/.test(text);
}
