import { ChevronDown, Copy } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ConsoleRequest, CopyForm } from '../../../shared/vault/console.ts';
import { copyText } from '../../api/app.ts';
import { appErrorOf } from '../../api/client.ts';
import { requestAs } from '../../api/console.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-popup.tsx';

const forms: readonly { readonly form: CopyForm; readonly label: string }[] = [
  { form: 'curl', label: 'Copy as curl' },
  { form: 'vault', label: 'Copy as CLI command' },
  { form: 'hvac', label: 'Copy as Python (hvac)' },
];

export interface CopyMenuProps {
  readonly sessionId: string;
  /** The current request; undefined if it is incomplete. */
  readonly request: () => ConsoleRequest | undefined;
  readonly onProblem: (problem: AppError | undefined) => void;
}

/** The request for another tool; token and secret fields become environment variables there. */
export function CopyMenu({ sessionId, request, onProblem }: CopyMenuProps) {
  const [copied, setCopied] = useState('');
  const copy = async (form: CopyForm, label: string): Promise<void> => {
    const asked = request();
    if (asked === undefined) return;
    try {
      await copyText(await requestAs(sessionId, asked, form));
      onProblem(undefined);
      setCopied(label);
      announce('Copied. The token is not in it: it is read from VAULT_TOKEN.');
    } catch (caught) {
      onProblem(appErrorOf(caught));
    }
  };
  const items = forms.map(({ form, label }): MenuItem => ({
    label,
    icon: Copy,
    onSelect: () => void copy(form, label),
    ...(copied === label ? { reason: 'Copied. The token comes from VAULT_TOKEN.' } : {}),
  }));
  return (
    <Menu
      trigger={
        <Button small icon={Copy}>
          Copy as <Icon of={ChevronDown} size={14} />
        </Button>
      }
      items={items}
    />
  );
}
