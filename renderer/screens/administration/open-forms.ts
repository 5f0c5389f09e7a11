import { createContext } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';

/** Shows the forms made from the server's description of a mount, with a path of it chosen; the shell knows where. */
export const OpenForms = createContext<(mount: Mount, path: string) => void>(() => undefined);
