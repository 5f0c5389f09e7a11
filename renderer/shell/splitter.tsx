import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useSetPreferences } from '../api/app.ts';
import { query } from '../api/client.ts';
import css from './side-bar.module.css';

const narrowest = 200;
const widest = 560;
const usual = 264;

/** Width of the side bar in pixels, both while dragged and as saved. */
export function useSideBarWidth(): [width: number, setWidth: (width: number) => void, keep: () => void] {
  const remembered = useQuery(query('app.preferences', {})).data?.sideBarWidth ?? usual;
  const [moving, setMoving] = useState<number>();
  const setPreferences = useSetPreferences();
  const width = bounded(moving ?? remembered);
  return [width, setMoving, () => setPreferences({ sideBarWidth: width })];
}

export interface SplitterProps {
  readonly width: number;
  readonly onWidth: (width: number) => void;
  readonly onDone: () => void;
}

/** Edge of the side bar: drag it or use the arrow keys; a double click restores the default width. */
export function Splitter({ width, onWidth, onDone }: SplitterProps) {
  const [grip, setGrip] = useState<number>();
  const press = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setGrip(event.clientX - width);
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    if (grip !== undefined) onWidth(bounded(event.clientX - grip));
  };
  const release = (): void => {
    if (grip === undefined) return;
    setGrip(undefined);
    onDone();
  };
  const type = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.shiftKey ? 48 : 8;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: narrowest,
      End: widest,
    };
    const next = event.ctrlKey ? undefined : steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(bounded(next));
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label="Width of the side bar"
      aria-orientation="vertical"
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      className={css['splitter']}
      {...(grip === undefined ? {} : { 'data-dragging': '' })}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={type}
      onKeyUp={(event) => {
        if (/^(Arrow|Home|End)/.test(event.key)) onDone();
      }}
      onDoubleClick={() => onWidth(usual)}
    />
  );
}

function bounded(width: number): number {
  return Math.round(Math.max(narrowest, Math.min(widest, width)));
}
