/** Saved views of environments, in `environments.json`: names and places of entries, never values. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { mostViews } from '../../../shared/vault/environments.ts';
import type { EnvironmentView } from '../../../shared/vault/environments.ts';

export type EnvironmentViewsFile = readonly EnvironmentView[];

export interface EnvironmentViews {
  readonly list: () => readonly EnvironmentView[];
  /** Replaces the view of the same id; without an id it is a new one. Throws `invalid-request` beyond the limit. */
  readonly save: (view: Omit<EnvironmentView, 'viewId'> & { readonly viewId?: string }) => EnvironmentView;
  readonly remove: (viewId: string) => void;
  /** Drops the columns of a removed connection, and views without any other. */
  readonly removeProfile: (profileId: string) => void;
}

/** Opens the views of a file. */
export function createEnvironmentViews(file: {
  readonly value: () => EnvironmentViewsFile;
  readonly save: (value: EnvironmentViewsFile) => void;
}): EnvironmentViews {
  return {
    list: file.value,
    save: ({ viewId: known, name, columns }) => {
      const views = file.value();
      const isKnown = views.some(({ viewId }) => viewId === known);
      if (!isKnown && views.length >= mostViews)
        throw new AppFailure({
          kind: 'invalid-request',
          message: `${String(mostViews)} views are saved already. Nothing was saved.`,
          hint: 'Delete one first.',
        });
      const view = { viewId: isKnown && known !== undefined ? known : randomUUID(), name, columns };
      file.save(isKnown ? views.map((one) => (one.viewId === known ? view : one)) : [...views, view]);
      return view;
    },
    remove: (wanted) => file.save(file.value().filter(({ viewId }) => viewId !== wanted)),
    removeProfile: (profileId) => {
      const views = file.value();
      if (!views.some(({ columns }) => columns.some(({ connection }) => connection === profileId))) return;
      file.save(
        views
          .map((view) => ({
            ...view,
            columns: view.columns.filter(({ connection }) => connection !== profileId),
          }))
          .filter(({ columns }) => columns.length > 0),
      );
    },
  };
}
