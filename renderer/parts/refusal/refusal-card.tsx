import { use } from 'react';
import { FullRefusal } from './full-refusal.tsx';
import type { RefusalCardProps } from './needs.tsx';
import { RefusalLine } from './refusal-line.tsx';
import { RefusalsInLine } from './refusal-session.ts';

/** A refusal: a card in the main area, one line in a drawer or beside a list. */
export function RefusalCard(props: RefusalCardProps) {
  return use(RefusalsInLine) ? <RefusalLine {...props} /> : <FullRefusal {...props} />;
}
