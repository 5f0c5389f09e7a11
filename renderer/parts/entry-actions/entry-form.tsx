import { ActionForm, type ActionFormProps } from '../form/draft-form.tsx';
import { dismissAction } from './actions.ts';

export type EntryFormProps = Omit<ActionFormProps, 'onClose'>;

/** The dialog of an action on an entry. */
export function EntryForm(form: EntryFormProps) {
  return <ActionForm {...form} onClose={dismissAction} />;
}
