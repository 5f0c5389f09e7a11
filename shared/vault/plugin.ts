/** Types of plugins: the engines and auth methods that a server can mount. */

export const pluginTypes = ['auth', 'database', 'secret'] as const;
export type PluginType = (typeof pluginTypes)[number];

export interface Plugin {
  readonly type: string;
  readonly name: string;
  /** Empty if it has no version. */
  readonly version: string;
  readonly builtin: boolean;
  /** E.g. `supported`, `pending-removal`; empty if not reported. */
  readonly deprecation: string;
  /** Of a registered plugin; empty for a built-in one. */
  readonly sha256: string;
}

/** Default version for mounts of a plugin that do not name one. */
export interface PluginPin {
  readonly type: string;
  readonly name: string;
  readonly version: string;
}

export interface PluginCatalog {
  readonly plugins: readonly Plugin[];
  /** Undefined: the server does not support pins, or the token cannot read them. */
  readonly pins?: readonly PluginPin[];
}

export interface NewPlugin {
  readonly type: PluginType;
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** A file name in the server's plugin directory. */
  readonly command: string;
  readonly args: readonly string[];
  /** Container image instead of a file; empty: a file. */
  readonly ociImage: string;
}
