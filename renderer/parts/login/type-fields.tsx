import { Info, TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { field, Fields } from '../../ui/fields.tsx';
import type { Field, FieldList, TextLook } from '../../ui/fields.tsx';
import type { LoginType } from '../../../shared/vault/login.ts';
import { loginDefaults, mountPath, typedMount } from './login-draft.ts';
import type { LoginDraft, LoginProblem } from './login-draft.ts';
import { lazily } from '../../ui/lazily.ts';
import css from './login-fields.module.css';

const OtherFields = lazily(() => import('./other-fields.tsx'), 'OtherFields');

export interface TypeFieldsProps {
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
  readonly clientCertificate: boolean | undefined;
  readonly problem: LoginProblem | undefined;
}

/** Non-credential fields of a login type, and the place its credentials are asked for. */
export function TypeFields({ draft, onDraft, clientCertificate, problem }: TypeFieldsProps) {
  if (draft.type === 'other')
    return (
      <Suspense fallback={null}>
        <OtherFields draft={draft} onDraft={onDraft} problem={problem} />
      </Suspense>
    );
  const texts: Texts = { ...loginDefaults, ...draft.fields };
  return (
    <Fields
      draft={texts}
      onDraft={(change) => onDraft({ ...draft, fields: { ...draft.fields, ...(change as Texts) } })}
      problems={problem?.part === undefined ? undefined : { [problem.part]: problem.words }}
      of={fieldsOf(draft.type, { texts, clientCertificate, mount: mountPath(typedMount(draft)) })}
    />
  );
}

type Texts = Readonly<Record<string, string>>;

interface Given {
  readonly texts: Texts;
  readonly clientCertificate: boolean | undefined;
  /** Path of the auth method. */
  readonly mount: string;
}

function fieldsOf(type: LoginType, { texts, clientCertificate, mount }: Given): FieldList<Texts> {
  switch (type) {
    case 'token':
    case 'other':
      return [];
    case 'userpass':
    case 'ldap':
    case 'radius':
    case 'okta':
      return [
        text('username', 'User name', 'The password is asked for in the secure prompt.', {
          placeholder: 'ops',
        }),
      ];
    case 'github':
      return [field.note(<Note>A personal access token of GitHub is asked for in the secure prompt.</Note>)];
    case 'approle':
      return [
        text('roleId', 'Role ID', 'If empty, asked for with the secret ID.'),
        field.radio('secretId', 'Secret ID', secretIdOptions),
        texts['secretId'] === 'wrapped' &&
          text(
            'expectedPath',
            'Expected creation path',
            'From the sender. Defaults to any role of this method.',
            { placeholder: `auth/${mount}role/gateway/secret-id` },
          ),
      ];
    case 'jwt':
      return [
        text(
          'role',
          'Role',
          'Defaults to the mount’s default role. The JWT is asked for in the secure prompt.',
        ),
      ];
    case 'kubernetes':
      return [text('role', 'Role', 'The service account’s token is asked for in the secure prompt.')];
    case 'cert':
      return [
        clientCertificate === false &&
          field.note(<Note warning>This method needs a client certificate. Choose one under “TLS”.</Note>),
        text('name', 'Certificate role', 'Defaults to every role that matches the client certificate.'),
      ];
    case 'oidc':
      return [
        text('role', 'Role', 'Defaults to the mount’s default role.'),
        field.radio('callback', 'Callback', callbackOptions),
        text('port', 'Port', 'Must match the role’s redirect URI.', {
          placeholder: '8250',
          className: css['short'],
        }),
      ];
    case 'wrapped':
      return [
        text('expectedPath', 'Expected creation path', 'From the sender. Defaults to any path below auth/.', {
          placeholder: 'auth/token/create',
        }),
      ];
  }
}

function text(name: string, label: string, hint: string, look?: TextLook): Field<Texts> {
  return field.mono(name, label, { ...look, hint, optional: true });
}

const secretIdOptions = [
  { value: 'plain', label: 'Plain' },
  { value: 'wrapped', label: 'In a wrapping token', hint: 'Checked before it is unwrapped.' },
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

function Note({ warning = false, children }: { readonly warning?: boolean; readonly children: ReactNode }) {
  return (
    <p role="note" className={classes(css['note'], warning && css['warning'])}>
      <Icon of={warning ? TriangleAlert : Info} />
      <span>{children}</span>
    </p>
  );
}
