import { Activity, Gift, LogIn, Plus, Save, Server } from 'lucide-react';
import type { Profile } from '../../../shared/vault/connection.ts';
import type { OfferedAction } from '../../workspace/action-registry.ts';
import { shownName } from './connect-draft.ts';
import type { UnauthenticatedKind } from './unauthenticated.ts';
import type { ConnectFormState } from './use-connect-form.ts';

export interface PaletteActionsOptions {
  readonly profiles: readonly Profile[];
  readonly form: ConnectFormState;
  readonly onChoose: (profileId: string | undefined) => void;
  readonly onUnauthenticated: (kind: UnauthenticatedKind) => void;
}

/** Actions that the connect screen offers to the command palette. */
export function paletteActions(options: PaletteActionsOptions): readonly OfferedAction[] {
  const { profiles, form, onChoose, onUnauthenticated } = options;
  const { connecting } = form;
  const { draft, profile } = form.drafts;
  return [
    ...profiles.map((one) => ({
      id: `connection ${one.profileId}`,
      label: one.name,
      group: 'Connection',
      also: one.address,
      icon: Server,
      run: () => onChoose(one.profileId),
    })),
    {
      id: 'connect.new',
      label: 'New connection',
      group: 'Connect',
      icon: Plus,
      run: () => onChoose(undefined),
    },
    {
      id: 'connect.open',
      label: 'Connect',
      group: 'Connect',
      also: shownName(draft),
      icon: LogIn,
      run: () => connecting.logIn(draft, profile),
    },
    {
      id: 'connect.save',
      label: 'Save connection',
      group: 'Connect',
      icon: Save,
      run: () => connecting.save(draft, profile),
    },
    {
      id: 'connect.check',
      label: 'Check connection',
      group: 'Connect',
      icon: Activity,
      run: () => connecting.check(draft),
    },
    {
      id: 'connect.cluster',
      label: 'Seal status and unsealing',
      group: 'Without login',
      icon: Activity,
      run: () => onUnauthenticated('cluster'),
    },
    {
      id: 'connect.wrapping',
      label: 'Open a wrapping token',
      group: 'Without login',
      icon: Gift,
      run: () => onUnauthenticated('wrapping'),
    },
  ];
}
