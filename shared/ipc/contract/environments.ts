/** Environments in one table. */
import type { EnvironmentColumn, EnvironmentTable, EnvironmentView } from '../../vault/environments.ts';
import type { AtPath, Call, None } from './call.ts';

export interface EnvironmentCalls {
  /** In the order in which they were saved first. */
  'environments.views': Call<None, readonly EnvironmentView[]>;
  /** Without `viewId`: a new one. */
  'environments.saveView': Call<
    { readonly viewId?: string; readonly name: string; readonly columns: readonly EnvironmentColumn[] },
    EnvironmentView
  >;
  'environments.removeView': Call<{ readonly viewId: string }, None>;
  /**
   * Reads the current version of each column's entry and compares them. Each call spends a gesture: a page that can
   * write to one column could test a guess per call otherwise.
   */
  'environments.read': Call<{ readonly columns: readonly AtPath[] }, EnvironmentTable>;
}
