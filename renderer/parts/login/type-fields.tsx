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

/** Non-credential fields of a login type, and the place its credentials are asked for. */
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
      onChange={(event) => onDraft({ ...draft, fields: { ...draft.fields, [name]: event.target.value } })}
    />
  );
  const choose = (name: string) => ({
    value: typedField(draft, name),
    onValue: (value: string) => onDraft({ ...draft, fields: { ...draft.fields, [name]: value } }),
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
        hint: 'The password is asked for in the secure prompt.',
      });
    case 'github':
      return <Note>A personal access token of GitHub is asked for in the secure prompt.</Note>;
    case 'approle':
      return (
        <>
          {text('roleId', {
            label: 'Role ID',
            hint: 'Left empty: asked for with the secret ID.',
          })}
          <RadioField label="Secret ID" options={secretIdOptions} {...choose('secretId')} />
          {typedField(draft, 'secretId') === 'wrapped' &&
            text('expectedPath', {
              label: 'Expected creation path',
              placeholder: 'auth/approle/role/gateway/secret-id',
              hint: 'From the sender. Defaults to any role of this method.',
            })}
        </>
      );
    case 'jwt':
      return text('role', {
        label: 'Role',
        hint: 'Defaults to the default role of the method. The JWT is asked for in the secure prompt.',
      });
    case 'kubernetes':
      return text('role', {
        label: 'Role',
        hint: 'The service account’s token is asked for in the secure prompt.',
      });
    case 'cert':
      return (
        <>
          {clientCertificate === false && (
            <Note warning>This method needs a client certificate. Choose one under “TLS”.</Note>
          )}
          {text('name', {
            label: 'Certificate role',
            hint: 'Defaults to every role that matches the client certificate.',
          })}
        </>
      );
    case 'oidc':
      return (
        <>
          {text('role', { label: 'Role', hint: 'Defaults to the default role of the method.' })}
          <RadioField label="Callback" options={callbackOptions} {...choose('callback')} />
          {text('port', {
            label: 'Port',
            short: true,
            placeholder: '8250',
            hint: 'As in the redirect URI that the role allows.',
          })}
        </>
      );
    case 'wrapped':
      return text('expectedPath', {
        label: 'Expected creation path',
        placeholder: 'auth/token/create',
        hint: 'From the sender. Defaults to any path below auth/.',
      });
    case 'other':
      return (
        <Suspense fallback={null}>
          <OtherFields draft={draft} onDraft={onDraft} problem={problem} />
        </Suspense>
      );
  }
}

const secretIdOptions = [
  { value: 'plain', label: 'Plain' },
  {
    value: 'wrapped',
    label: 'In a wrapping token',
    hint: 'Checked before it is unwrapped.',
  },
];

const callbackOptions = [
  {
    value: 'browser',
    label: 'Browser on this machine',
    hint: 'Strongroom listens on a local port until the browser has logged in.',
  },
  {
    value: 'paste',
    label: 'Paste the callback URL',
    hint: 'For a browser on another machine. No local port is opened.',
  },
];

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
