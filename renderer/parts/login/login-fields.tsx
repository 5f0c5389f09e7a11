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
  /** Server to list auth methods of; undefined if unavailable. */
  readonly where: Where | undefined;
  /** Trigger of automatic listing. */
  readonly asks: WhenAsked;
  /** Leaves out the token, which is not a login. */
  readonly withoutToken?: boolean;
  /** True if a client certificate is chosen; undefined if unknown here. */
  readonly clientCertificate?: boolean | undefined;
  readonly problem: LoginProblem | undefined;
  /** Two columns, if there is room. */
  readonly columns?: boolean;
  /** Opens the list of methods on mount. */
  readonly initiallyOpen?: boolean;
}

/** Auth method and its non-credential fields. */
export function LoginFields(props: LoginFieldsProps) {
  const { draft, onDraft, where, asks, withoutToken, clientCertificate, problem } = props;
  const { columns = false, initiallyOpen } = props;
  const { namespace } = draft;
  return (
    <div className={classes(css['fields'], columns && css['columns'])}>
      <MethodField
        draft={draft}
        onDraft={onDraft}
        where={where}
        asks={asks}
        withoutToken={withoutToken}
        problem={problem}
        initiallyOpen={initiallyOpen}
      />
      <TypeFields draft={draft} onDraft={onDraft} clientCertificate={clientCertificate} problem={problem} />
      {draft.type !== 'token' && (
        <>
          <div className={css['whole']}>
            <Checkbox
              label="Log in in another namespace"
              checked={namespace !== undefined}
              onChecked={(own) => onDraft({ ...draft, namespace: own ? '' : undefined })}
            />
          </div>
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
