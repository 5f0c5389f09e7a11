import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';

/** What an error panel is asked to show. */
export interface ErrorToShow {
  readonly error: AppError;
  readonly title?: string | undefined;
  readonly actions?: ReactNode;
}

/** Draws errors that have a card of their own, in place of the panel; undefined: this one has none. `ui/` knows of none. */
export const ErrorCard = createContext<(shown: ErrorToShow) => ReactNode>(() => undefined);

/** What can be done about an error wherever it shows, as buttons; `ui/` knows of none. */
export const ErrorRemedy = createContext<(error: AppError) => ReactNode>(() => null);
