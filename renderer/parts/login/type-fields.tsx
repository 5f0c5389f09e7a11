import { Info, TriangleAlert } from 'lucide-react';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { typedField } from './login-draft.ts';
import type { LoginDraft, LoginProblem } from './login-draft.ts';
import css from './login-fields.module.css';

const OtherFields = lazy(() =>
  import('./other-fields.tsx').then((module) => ({ default: module.OtherFields })),
);

export interface TypeFieldsProps {
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
  readonly clientCertificate: boolean | undefined;
  readonly problem: LoginProblem | undefined;
}

/** What a type of login needs besides its credentials, and where those are asked for. */
export function TypeFields({ draft, onDraft, clientCertificate, problem }: TypeFieldsProps) {
  const text = (name: string, look: FieldLook) => (
    <TextField
      mono
      optional
      label={look.label}
      hint={look.hint}
      className={look.short === true ? css['short'] : undefined}
      {...(look.placeholder === undefined ? {} : { placeholder: look.placeholder })}
      value={typedField(draft, name)}
      error={problem?.part === name ? problem.words : undefined}
      onChange={(event) => {
        onDraft({ ...draft, fields: { ...draft.fields, [name]: event.target.value } });
      }}
    />
  );
  const choose = (name: string) => ({
    value: typedField(draft, name),
    onValue: (value: string) => {
      onDraft({ ...draft, fields: { ...draft.fields, [name]: value } });
    },
  });
  switch (draft.type) {
    case 'token':
      return null;
    case 'userpass':
    case 'ldap':
    case 'radius':
    case 'okta':
      return text('username', {
        label: 'User name',
        placeholder: 'ops',
        hint: 'The password is asked for in the protected view, where the user name can still be changed.',
      });
    case 'github':
      return <Note>A personal access token of GitHub is asked for in the protected view.</Note>;
    case 'approle':
      return (
        <>
          {text('roleId', {
            label: 'Role ID',
            hint: 'Not a secret by itself. Empty: asked for together with the secret ID.',
          })}
          <RadioField
            label="What I was given"
            options={[
              { value: 'plain', label: 'The secret ID itself' },
              {
                value: 'wrapped',
                label: 'A wrapping token with the secret ID inside',
                hint: 'It is looked up before it is opened: somebody may have opened it on the way.',
              },
            ]}
            {...choose('secretId')}
          />
          {typedField(draft, 'secretId') === 'wrapped' &&
            text('expectedPath', {
              label: 'Path it must have been made at',
              placeholder: 'auth/approle/role/gateway/secret-id',
              hint: 'As whoever sent it told you. Empty: any role’s secret-id of this method.',
            })}
        </>
      );
    case 'jwt':
      return text('role', {
        label: 'Role',
        hint: 'Empty: the default role of the method. The JWT is asked for in the protected view.',
      });
    case 'kubernetes':
      return text('role', {
        label: 'Role',
        hint: 'The service account’s token is asked for in the protected view.',
      });
    case 'cert':
      return (
        <>
          {clientCertificate === false && (
            <Note warning>
              This connection has no client certificate yet. Choose one under “TLS and proxy”: without it
              there is nothing to log in with.
            </Note>
          )}
          {text('name', {
            label: 'Certificate role',
            hint: 'Empty: the server tries every role that fits the client certificate.',
          })}
        </>
      );
    case 'oidc':
      return (
        <>
          {text('role', { label: 'Role', hint: 'Empty: the default role of the method.' })}
          <RadioField
            label="How the answer comes back"
            options={[
              {
                value: 'browser',
                label: 'From the browser of this machine',
                hint: 'Your browser opens, and Strongroom listens on this machine until you are back.',
              },
              {
                value: 'paste',
                label: 'I paste the callback URL',
                hint: 'For a browser somewhere else, e.g. when this is a remote desktop. Nothing listens.',
              },
            ]}
            {...choose('callback')}
          />
          {text('port', {
            label: 'Port',
            short: true,
            placeholder: '8250',
            hint: 'Part of the redirect address that the role allows.',
          })}
        </>
      );
    case 'wrapped':
      return text('expectedPath', {
        label: 'Path it must have been made at',
        placeholder: 'auth/token/create',
        hint: 'As whoever sent it told you. Empty: any path below auth/.',
      });
    case 'other':
      return (
        <Suspense fallback={null}>
          <OtherFields draft={draft} onDraft={onDraft} problem={problem} />
        </Suspense>
      );
  }
}

interface FieldLook {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly short?: boolean;
}

function Note({ warning = false, children }: { readonly warning?: boolean; readonly children: ReactNode }) {
  return (
    <p role="note" className={classes(css['note'], warning && css['warning'])}>
      <Icon of={warning ? TriangleAlert : Info} />
      <span>{children}</span>
    </p>
  );
}
