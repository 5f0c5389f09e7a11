import { ChevronDown } from 'lucide-react';
import { Suspense, lazy, useId, useState } from 'react';
import { typeLabels } from '../../parts/login/login-types.ts';
import { Icon } from '../../ui/icon.tsx';
import { FieldFrame } from '../../ui/text-field.tsx';
import css from './auth-method.module.css';
import type { DraftForm } from './connect-fields.tsx';

const loading = () => import('./login-section.tsx').then((module) => ({ default: module.LoginSection }));
const LoginSection = lazy(loading);

/**
 * The auth method with its fields. Most users log in with a token, which has no fields: the list, which needs a
 * positioning library, is loaded when the user reaches for it.
 */
export function AuthMethod({ form }: { readonly form: DraftForm }) {
  const { login } = form.draft;
  const [opened, setOpened] = useState(false);
  const closed = <ClosedList chosen={typeLabels[login.type]} onOpen={() => setOpened(true)} />;
  if (!opened && login.type === 'token' && form.error?.field !== 'login') return closed;
  return (
    <Suspense fallback={closed}>
      <LoginSection form={form} initiallyOpen={opened} />
    </Suspense>
  );
}

/** Looks and behaves like the list that replaces it. */
function ClosedList({ chosen, onOpen }: { readonly chosen: string; readonly onOpen: () => void }) {
  const id = useId();
  const prepare = (): void => void loading();
  return (
    <div className={css['closed']}>
      <FieldFrame id={id} label="Auth method">
        <button
          type="button"
          id={id}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-controls={`${id}-list`}
          aria-label="Auth method"
          className={css['trigger']}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={onOpen}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            onOpen();
          }}
        >
          {chosen}
          <Icon of={ChevronDown} className={css['arrow']} />
        </button>
      </FieldFrame>
    </div>
  );
}
