import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './tooltip.module.css';

export type TooltipSide = 'top' | 'bottom' | 'right';

export interface TooltipProps {
  readonly text: string;
  readonly keys?: string | undefined;
  readonly side?: TooltipSide;
  readonly children: ReactNode;
}

const delayMs = 450;
const gap = 6;

/** True if the last key press moves the focus; a pointer press resets it. */
let isMoving = false;
const moves = /^(?:Tab|F6|Arrow\w+|Home|End|Page\w+)$/;
window.addEventListener('keydown', ({ key }) => (isMoving = moves.test(key)), true);
window.addEventListener('pointerdown', () => (isMoving = false), true);

/**
 * A small text beside its only child, on hover and on focus moved by a key; Escape and any press hide it. It stays
 * hidden when a dialog or prompt returns the focus, to cover no content unasked. It adds nothing for screen readers:
 * the child has its own name. Implemented here, because the connect screen must not load a positioning library.
 */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  const trigger = useRef<HTMLSpanElement>(null);
  const [hovered, setHovered] = useState(false);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!hovered) return undefined;
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => clearTimeout(timer);
  }, [hovered]);

  useEffect(() => {
    if (!shown) return undefined;
    const hide = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setShown(false);
    };
    window.addEventListener('keydown', hide, true);
    return () => window.removeEventListener('keydown', hide, true);
  }, [shown]);

  const leave = (): void => {
    setHovered(false);
    setShown(false);
  };
  const focus = (event: FocusEvent<HTMLSpanElement>): void => {
    if (isMoving && event.target.matches(':focus-visible')) setShown(true);
  };

  return (
    <span
      ref={trigger}
      className={css['trigger']}
      onPointerOver={() => setHovered(true)}
      onPointerOut={leave}
      onPointerDown={leave}
      onFocus={focus}
      onBlur={leave}
    >
      {children}
      {shown && text !== '' && <Bubble trigger={trigger.current} text={text} keys={keys} side={side} />}
    </span>
  );
}

interface BubbleProps {
  readonly trigger: HTMLElement | null;
  readonly text: string;
  readonly keys: string | undefined;
  readonly side: TooltipSide;
}

function Bubble({ trigger, text, keys, side }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const target = trigger?.firstElementChild;
    const box = bubble.current;
    if (target === null || target === undefined || box === null) return;
    const { x, y } = place(target.getBoundingClientRect(), box.getBoundingClientRect(), side);
    box.style.transform = `translate(${String(Math.round(x))}px, ${String(Math.round(y))}px)`;
  }, [trigger, side, text]);
  return createPortal(
    <div ref={bubble} role="tooltip" className={css['tooltip']}>
      {text}
      {keys !== undefined && <span className={css['keys']}>{keys}</span>}
    </div>,
    document.body,
  );
}

function place(target: DOMRect, box: DOMRect, side: TooltipSide): { x: number; y: number } {
  if (side === 'right') return { x: target.right + gap, y: target.top + (target.height - box.height) / 2 };
  const below = target.bottom + gap;
  const above = target.top - gap - box.height;
  const fitsBelow = below + box.height <= window.innerHeight;
  const y = side === 'top' ? (above >= 0 ? above : below) : fitsBelow ? below : above;
  const centred = target.left + (target.width - box.width) / 2;
  return { x: Math.max(4, Math.min(centred, window.innerWidth - box.width - 4)), y };
}
