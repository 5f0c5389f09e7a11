import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';

/** What can be done about an error wherever it shows, as buttons; `ui/` knows of none. */
export const ErrorRemedy = createContext<(error: AppError) => ReactNode>(() => null);
