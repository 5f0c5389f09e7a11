import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Card, Row, Text } from '../../ui/layout.tsx';
import { toned } from '../../ui/tone.ts';
import css from './cluster.module.css';

/** A fact of the cluster at a glance. */
export interface Part {
  readonly id: string;
  readonly title: string;
  /** The main fact. */
  readonly headline: string;
  readonly tone?: Tone | 'dim' | undefined;
  readonly note?: ReactNode;
  /** Not under way: stands in the line below the cards. */
  readonly idle?: boolean;
  /** The headline is a name, written as it is. */
  readonly isName?: boolean;
  /** Shown in the drawer. */
  readonly view?: ReactNode;
  /** Shows the screen that administers it, instead of a view. */
  readonly onShow?: () => void;
}

interface PartListProps {
  readonly parts: readonly Part[];
  /** `id` of the part whose view is open. */
  readonly open: string;
  readonly onOpen: (id: string) => void;
}

/** A card each; pressing it opens its view, or the screen that administers it. */
export function PartCards({ parts, open, onOpen }: PartListProps) {
  return (
    <div className={css['cards']}>
      {parts.map(({ id, title, headline, tone = 'neutral', note, view, onShow }) => (
        <Card
          key={id}
          as="button"
          type="button"
          className={css['card']}
          aria-expanded={view === undefined ? undefined : open === id}
          onClick={onShow ?? (() => onOpen(id))}
        >
          <span className={css['cardTitle']}>{title}</span>{' '}
          <span className={classes(css['headline'], tone !== 'neutral' && toned(tone))}>{headline}</span>{' '}
          {note !== undefined && <span className={css['cardNote']}>{note}</span>}
        </Card>
      ))}
    </div>
  );
}

/** One line of what is idle; each opens its view, where it can be begun. */
export function IdleParts({ parts, open, onOpen }: PartListProps) {
  return (
    <Row wrap gap={8} className={css['parts']}>
      {parts.map(({ id, title, headline, isName = false }) => (
        <Button key={id} small variant="ghost" aria-expanded={open === id} onClick={() => onOpen(id)}>
          <Text cut>
            {isName ? (
              <>
                {title}: <bdi>{headline}</bdi>
              </>
            ) : (
              `${title}: ${headline.toLowerCase()}`
            )}
          </Text>
        </Button>
      ))}
    </Row>
  );
}
