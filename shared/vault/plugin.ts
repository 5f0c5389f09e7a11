/** Words of plugins: the engines and auth methods that a server can mount. */

export const pluginTypes = ['auth', 'database', 'secret'] as const;
export type PluginType = (typeof pluginTypes)[number];

export interface Plugin {
  readonly type: string;
  readonly name: string;
  /** Empty for one without a version. */
  readonly version: string;
  readonly builtin: boolean;
  /** E.g. `supported`, `pending-removal`; empty where the server does not say. */
  readonly deprecation: string;
  /** Of a registered one; empty for one built in. */
  readonly sha256: string;
}

/** The version that mounts of a plugin run unless they name one. */
export interface PluginPin {
  readonly type: string;
  readonly name: string;
  readonly version: string;
}

export interface PluginCatalog {
  readonly plugins: readonly Plugin[];
  /** Undefined: this server offers no pins, or not to this token. */
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
  /** Container image instead of a file; empty: none. */
  readonly ociImage: string;
}
