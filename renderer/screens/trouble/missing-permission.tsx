import { Copy } from 'lucide-react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { copyText } from '../../api/app.ts';
import { announce } from '../../ui/announce.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './trouble.module.css';

export interface MissingPermissionProps {
  readonly error: AppError;
  /** The area, e.g. `This folder`. */
  readonly area: string;
  readonly capability: 'read' | 'list' | 'create' | 'update' | 'delete' | 'patch';
  /** API path without `/v1/`, e.g. `secret/metadata/payments/`. */
  readonly apiPath: string;
}

/** Says which capability on which path is missing, as a line of policy to copy and send to whoever grants it. */
export function MissingPermission({ error, area, capability, apiPath }: MissingPermissionProps) {
  const rule = `path "${apiPath}" { capabilities = ["${capability}"] }`;
  return (
    <div className={css['text']}>
      <ErrorPanel error={error} title={`${area} may not be ${past[capability]} with this token`} />
      <MissingRule rule={rule} />
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

const past: Readonly<Record<MissingPermissionProps['capability'], string>> = {
  read: 'read',
  list: 'listed',
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  patch: 'changed',
};
