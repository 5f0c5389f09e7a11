import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';

/** Content of an error panel. */
export interface ErrorToShow {
  readonly error: AppError;
  readonly title?: string | undefined;
  readonly actions?: ReactNode;
}

/**
 * Renders a special card in place of the panel for some errors; undefined for the others. `ui/` itself defines none.
 */
export const ErrorCard = createContext<(shown: ErrorToShow) => ReactNode>(() => undefined);

/** Remedies of an error as buttons, wherever it shows; `ui/` itself defines none. */
export const ErrorRemedy = createContext<(error: AppError) => ReactNode>(() => null);
