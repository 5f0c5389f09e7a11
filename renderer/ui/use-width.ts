import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Width of an element in pixels; 0 before it is mounted. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    setWidth(box.clientWidth);
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
