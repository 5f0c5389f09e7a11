import { Copy } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { copyText } from '../../api/app.ts';
import { announce } from '../../ui/announce.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './missing-permission.module.css';

type Capability = 'read' | 'list' | 'create' | 'update' | 'delete' | 'patch';

export type MissingPermissionProps = {
  readonly error: AppError;
  readonly capability: Capability;
  /** The path wants it as well: it is one of the server's most protected. */
  readonly sudo?: boolean;
  /** API path without `/v1/`, e.g. `secret/metadata/payments/`. */
  readonly apiPath: string;
} & (
  | {
      /** The area, e.g. `This folder`. */
      readonly area: string;
    }
  /** For what cannot be said as "… may not be read". */
  | { readonly title: string }
);

/** Says which capability on which path is missing, as a line of policy to copy and send to whoever grants it. */
export function MissingPermission({
  error,
  capability,
  sudo = false,
  apiPath,
  ...of
}: MissingPermissionProps) {
  const capabilities = [capability, ...(sudo ? ['sudo'] : [])].map((one) => `"${one}"`).join(', ');
  const title = 'title' in of ? of.title : `${of.area} may not be ${past[capability]} with this token`;
  return (
    <div className={css['text']}>
      <ErrorPanel error={{ ...error, path: error.path ?? apiPath }} title={title} />
      <MissingRule rule={`path "${apiPath}" { capabilities = [${capabilities}] }`} />
    </div>
  );
}

/** A line of policy with a button that copies it. */
export function MissingRule({ rule }: { readonly rule: string }) {
  return (
    <div className={css['missing']}>
      <code data-selectable>{rule}</code>
      <IconButton
        small
        icon={Copy}
        label="Copy this policy rule"
        onClick={() => {
          void copyText(rule).then(
            () => {
              announce('Copied.');
            },
            () => {
              announce('It could not be copied.');
            },
          );
        }}
      />
    </div>
  );
}

const past: Readonly<Record<Capability, string>> = {
  read: 'read',
  list: 'listed',
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  patch: 'changed',
};
