import { TextField } from '../../ui/text-field.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { Where } from '../../../shared/vault/where.ts';
import type { LoginDraft, LoginProblem } from './login-draft.ts';
import css from './login-fields.module.css';
import { MethodField } from './method-field.tsx';
import { TypeFields } from './type-fields.tsx';

export interface LoginFieldsProps {
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
  /** Who can be asked what it offers; undefined: nobody now. */
  readonly where: Where | undefined;
  /** Asks at once: there is nothing in the way of it, like a passphrase. */
  readonly askAtOnce: boolean;
  /** A token is no login. */
  readonly withoutToken?: boolean;
  /** Whether a client certificate is chosen; undefined: not known here. */
  readonly clientCertificate?: boolean | undefined;
  readonly problem: LoginProblem | undefined;
}

/** How to log in: the method, and what it needs that is no credential. */
export function LoginFields(props: LoginFieldsProps) {
  const { draft, onDraft, where, askAtOnce, withoutToken, clientCertificate, problem } = props;
  const { namespace } = draft;
  return (
    <div className={css['fields']}>
      <MethodField {...{ draft, onDraft, where, askAtOnce, withoutToken, problem }} />
      <TypeFields {...{ draft, onDraft, clientCertificate, problem }} />
      {draft.type !== 'token' && (
        <>
          <Checkbox
            label="The login lives in another namespace than the connection"
            checked={namespace !== undefined}
            onChecked={(own) => {
              onDraft({ ...draft, namespace: own ? '' : undefined });
            }}
          />
          {namespace !== undefined && (
            <TextField
              mono
              label="Namespace of the login"
              placeholder="team-payments/"
              hint="Empty: the root namespace. Vault Enterprise and OpenBao only."
              value={namespace}
              onChange={(event) => {
                onDraft({ ...draft, namespace: event.target.value });
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
