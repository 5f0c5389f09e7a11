import { useEffect, useState } from 'react';

/** A value once it has been stable for `restMs`; at once if that is 0. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (restMs === 0) return undefined;
    const timer = setTimeout(() => setSettled(() => value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return restMs === 0 ? value : settled;
}
