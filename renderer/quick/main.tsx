/** Entry of the quick access page: one palette over any program. It is made with each press, and keeps nothing. */
import '../styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../api/query-client.ts';
import { QuickAccess } from './quick-access.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <QuickAccess />
    </QueryClientProvider>
  </StrictMode>,
);
