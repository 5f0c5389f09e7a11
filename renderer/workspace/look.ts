import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { query } from '../api/client.ts';
import { setDensity } from '../ui/row-heights.ts';

/** Sets the chosen theme and density on the document; the theme `system` leaves it to the system. */
export function Look() {
  const { theme = 'system', density = 'comfortable' } = useQuery(query('app.preferences', {})).data ?? {};
  useLayoutEffect(() => {
    setDensity(density);
  }, [density]);
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return null;
}
