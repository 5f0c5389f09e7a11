import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

export interface InViewProps {
  /** What is shown; scrolled to when it is another than before. */
  readonly of: unknown;
  readonly children: ReactNode;
}

/** Brings what appears below the form into view, as soon as its code is loaded and it is really there. */
export function InView({ of, children }: InViewProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (of !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [of]);
  return <div ref={place}>{children}</div>;
}
