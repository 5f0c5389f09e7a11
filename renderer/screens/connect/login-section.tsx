import { CircleAlert } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { LoginFields } from '../../parts/login/login-fields.tsx';
import { shownName, targetOf, withLogin } from './connect-draft.ts';
import type { DraftForm } from './draft-text-field.tsx';
import { loginProblemOf, targetProblem } from './draft-fields.ts';
import css from './way-fields.module.css';

/** How to log in to the server in the form: it is asked what it offers where that needs no more than its address. */
export function LoginSection({ form }: { readonly form: DraftForm }) {
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
        draft={draft.login}
        onDraft={(login) => {
          onChange(withLogin(draft, login));
        }}
        where={reachable ? { target: targetOf(draft), name: shownName(draft) } : undefined}
        // A key may want its passphrase first.
        askAtOnce={reachable && clientCertificate === undefined}
        clientCertificate={clientCertificate !== undefined}
        problem={problem}
      />
    </>
  );
}
