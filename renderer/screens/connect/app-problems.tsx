import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { query } from '../../api/client.ts';
import { Icon } from '../../ui/icon.tsx';
import { Stack } from '../../ui/layout.tsx';
import css from './app-problems.module.css';

/** Problems with the app's own files since its start, which explain missing data. */
export function AppProblems() {
  const problems = useQuery(query('app.problems', {})).data ?? [];
  if (problems.length === 0) return null;
  return (
    <section className={css['problems']} aria-label="Problems with Strongroom’s own files">
      <Icon of={TriangleAlert} />
      <Stack as="ul" gap={4} shrinks breaks>
        {problems.map((problem, index) => (
          <li key={index} data-selectable>
            {problem}
          </li>
        ))}
      </Stack>
    </section>
  );
}
