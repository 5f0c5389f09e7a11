import { Checkbox } from '../../ui/checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { Where } from '../../../shared/vault/where.ts';
import type { LoginDraft, LoginProblem } from './login-draft.ts';
import css from './login-fields.module.css';
import { MethodField } from './method-field.tsx';
import type { WhenAsked } from './method-field.tsx';
import { TypeFields } from './type-fields.tsx';

export interface LoginFieldsProps {
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
  /** The server that can be asked for its auth methods; undefined: none now. */
  readonly where: Where | undefined;
  /** When it is asked by itself. */
  readonly asks: WhenAsked;
  /** A token is not a login. */
  readonly withoutToken?: boolean;
  /** Whether a client certificate is chosen; undefined: not known here. */
  readonly clientCertificate?: boolean | undefined;
  readonly problem: LoginProblem | undefined;
  /** In two columns, where there is room. */
  readonly columns?: boolean;
  /** The list of methods is open from the beginning. */
  readonly initiallyOpen?: boolean;
}

/** The auth method, and what it needs that is not a credential. */
export function LoginFields(props: LoginFieldsProps) {
  const { draft, onDraft, where, asks, withoutToken, clientCertificate, problem } = props;
  const { columns = false, initiallyOpen } = props;
  const { namespace } = draft;
  return (
    <div className={classes(css['fields'], columns && css['columns'])}>
      <MethodField {...{ draft, onDraft, where, asks, withoutToken, problem, initiallyOpen }} />
      <TypeFields {...{ draft, onDraft, clientCertificate, problem }} />
      {draft.type !== 'token' && (
        <>
          <Checkbox
            label="Log in in another namespace"
            checked={namespace !== undefined}
            onChecked={(own) => onDraft({ ...draft, namespace: own ? '' : undefined })}
          />
          {namespace !== undefined && (
            <TextField
              mono
              label="Login namespace"
              placeholder="team-payments/"
              hint="Defaults to the root namespace. Vault Enterprise and OpenBao only."
              value={namespace}
              onChange={(event) => onDraft({ ...draft, namespace: event.target.value })}
            />
          )}
        </>
      )}
    </div>
  );
}
