import { createContext } from 'react';
import type { Mount } from '../../../shared/vault/mount.ts';

/** Shows the forms made from the server's description of a mount, with one of its paths chosen; set by the shell. */
export const OpenForms = createContext<(mount: Mount, path: string) => void>(() => undefined);
