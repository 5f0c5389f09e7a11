import { useEffect, useEffectEvent } from 'react';

/** F5 while a screen is in front: only then it is mounted. */
export function useRefreshKey(onRefresh: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F5' || event.defaultPrevented || document.querySelector('[data-modal]') !== null)
      return;
    event.preventDefault();
    onRefresh();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      pressed(event);
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
    };
  }, []);
}
