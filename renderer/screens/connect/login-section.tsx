import { CircleAlert } from 'lucide-react';
import { LoginFields } from '../../parts/login/login-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { shownName, targetOf, withLogin } from './connect-draft.ts';
import { loginProblemOf, targetProblem } from './draft-fields.ts';
import type { DraftForm } from './connect-fields.tsx';
import css from './form-fields.module.css';

export interface LoginSectionProps {
  readonly form: DraftForm;
  readonly initiallyOpen: boolean;
}

/** The auth method and its fields; the server is asked for its methods when the list is opened. */
export function LoginSection({ form, initiallyOpen }: LoginSectionProps) {
  const { draft, error, onChange } = form;
  const reachable = targetProblem(draft) === undefined && URL.canParse(draft.address.trim());
  const { clientCertificate } = draft.tls;
  const problem = loginProblemOf(error);
  return (
    <>
      {problem !== undefined && problem.part === undefined && (
        <div role="alert" className={css['warning']}>
          <Icon of={CircleAlert} />
          {problem.words}
        </div>
      )}
      <LoginFields
        columns
        draft={draft.login}
        onDraft={(login) => onChange(withLogin(draft, login))}
        where={reachable ? { target: targetOf(draft), name: shownName(draft) } : undefined}
        // A client key can need its passphrase first.
        asks={reachable && clientCertificate === undefined ? 'when-opened' : 'by-button'}
        clientCertificate={clientCertificate !== undefined}
        problem={problem}
        initiallyOpen={initiallyOpen}
      />
    </>
  );
}
