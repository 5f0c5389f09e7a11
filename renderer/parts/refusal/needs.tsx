import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { capabilityAsked } from '../../../shared/vault/refusal.ts';
import css from './refusal.module.css';

export interface Needed {
  readonly capability: string;
  readonly path: string;
  readonly sudo: boolean;
  /** A write to an engine, which needs `create` for a new path. */
  readonly either?: boolean;
}

export interface RefusalCardProps {
  readonly error: AppError;
  /** Overrides the error's capability with a more precise one. */
  readonly capability?: string | undefined;
  /** API path without `/v1/`, e.g. `secret/metadata/payments/`; default: the error's. */
  readonly apiPath?: string | undefined;
  /** The path also needs sudo, as a root-protected path. */
  readonly sudo?: boolean;
  /** The failed action, if the context does not name it, e.g. `Not saved`. */
  readonly title?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** Further remedies, as buttons. */
  readonly actions?: ReactNode;
}

/** The missing capability and its path, as the caller or the error knows them. */
export function neededOf({ error, apiPath, capability, sudo = false }: RefusalCardProps): Needed {
  const path = apiPath ?? error.path ?? '';
  const asked = capability ?? capabilityAsked(error.method, path);
  const isServers = /^(?:sys|auth|identity)\//.test(path);
  return {
    capability: asked,
    path,
    sudo,
    either: capability === undefined && asked === 'update' && !isServers,
  };
}

/** One sentence: the missing capability and its path. */
export function Needs({ capability, path, sudo, title }: Needed & { readonly title?: string | undefined }) {
  return (
    <div role="alert">
      {title !== undefined && <p className={css['title']}>{title}</p>}
      <p className={title === undefined ? css['title'] : undefined} data-selectable>
        Needs <strong>{capability === '' ? 'another capability' : capability}</strong>
        {sudo && (
          <>
            {' '}
            and <strong>sudo</strong>
          </>
        )}{' '}
        on <code>{path}</code>
      </p>
    </div>
  );
}

/** Policy line that would grant it. */
export function ruleFor({ capability, path, sudo, either = false }: Needed): string {
  const names = [...(either ? ['create'] : []), capability, ...(sudo ? ['sudo'] : [])];
  const listed = names.map((one) => `"${one}"`).join(', ');
  return `path "${path.replace(/["\\]/g, '\\$&')}" { capabilities = [${listed}] }`;
}
