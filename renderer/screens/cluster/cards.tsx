import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { classes } from '../../ui/classes.ts';
import type { Tone } from '../../ui/chip.tsx';
import { Card } from '../../ui/layout.tsx';
import { toned } from '../../ui/tone.ts';
import css from './cluster.module.css';

export interface ClusterCardProps {
  readonly title: string;
  /** The main fact. */
  readonly headline: string;
  readonly tone?: Tone;
  readonly note?: ReactNode;
  /** Its view is open below; absent: the card leads elsewhere. */
  readonly open?: boolean;
  readonly onOpen: () => void;
}

/** A fact of the cluster at a glance; pressing it opens its view, or the screen that administers it. */
export function ClusterCard({ title, headline, tone = 'neutral', note, open, onOpen }: ClusterCardProps) {
  return (
    <Card as="button" type="button" className={css['card']} aria-expanded={open} onClick={onOpen}>
      <span className={css['cardTitle']}>{title}</span>{' '}
      <span className={classes(css['headline'], tone !== 'neutral' && toned(tone))}>{headline}</span>{' '}
      {note !== undefined && <span className={css['cardNote']}>{note}</span>}
    </Card>
  );
}

/** Headline of a card without its fact. */
export function problemHeadline(error: AppError): string {
  switch (error.kind) {
    case 'forbidden':
      return 'No permission';
    case 'not-offered':
    case 'invalid-path':
      return 'Not offered';
    case 'root-namespace-only':
      return 'Root namespace';
    case 'namespace-sealed':
      return 'Namespace sealed';
    case 'unauthenticated':
      return 'No valid token';
    case 'sealed':
      return 'Sealed';
    default:
      return 'No answer';
  }
}
