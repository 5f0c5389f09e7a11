/** The forms of a mount: to enable, tune and move it. */
import { plainTuning } from '../../../../shared/vault/mount-table.ts';
import type { MountKind, MountRow, MountTuning } from '../../../../shared/vault/mount-table.ts';
import { vault } from '../../../api/client.ts';
import { form, type Form } from '../../../parts/form/draft-form.tsx';
import { choice } from '../../../ui/choice-field.tsx';
import { field, type FieldList } from '../../../ui/fields.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { FieldFrame } from '../../../ui/text-field.tsx';
import css from '../administration.module.css';
import type { Move } from './move-progress.tsx';
import { mountWords } from './mount-words.ts';

const OTHER = 'other';
const empty = {
  ...plainTuning,
  typed: '',
  path: '',
  kvVersion: '2' as '1' | '2',
  local: false,
  sealWrap: false,
};

/** Type and path of a new mount; rarely used settings are folded. */
export function enableForm(
  sessionId: string,
  kind: MountKind,
  types: readonly string[] | undefined,
  enabled: (path: string) => void,
): Form {
  const offered = types ?? mountWords[kind].types;
  return form({
    title: `Enable ${kind === 'auth' ? 'an auth method' : 'a secrets engine'}`,
    action: 'Enable…',
    busy: 'Enabling…',
    done: (draft) => `${draft.path.trim() || typeOf(draft)} is enabled.`,
    failed: 'Not enabled',
    first: { ...empty, chosen: offered[0] ?? OTHER },
    disabled: (draft) => typeOf(draft) === '',
    submit: async ({ chosen, typed, path, kvVersion, local, sealWrap, ...tuning }) => {
      const type = typeOf({ chosen, typed });
      const at = path.trim() || type;
      const version = type === 'kv' ? kvVersion : '';
      const mount = { path: at, type, tuning, kvVersion: version, local, sealWrap } as const;
      await vault.mount.enable({ sessionId, kind, mount });
      enabled(`${at.replace(/^\/+|\/+$/g, '')}/`);
    },
    fields: (draft) => {
      const type = typeOf(draft);
      return [
        choice('chosen', 'Type', [
          ...offered.map((value) => ({ value, label: value })),
          { value: OTHER, label: 'Another type…' },
        ]),
        draft.chosen === OTHER && field.mono('typed', 'Name of the type', 'Its name in the plugin catalog.'),
        field.mono('path', 'Path', {
          placeholder: type,
          hint: kind === 'auth' ? `Logins go to auth/${draft.path.trim() || type}/` : undefined,
        }),
        type === 'kv' &&
          field.own('kvVersion', (value, onValue) => (
            <FieldFrame id="kv-version" label="Version">
              <div id="kv-version">
                <Segmented label="Version of KV" value={value} options={kvVersions} onValue={onValue} />
              </div>
            </FieldFrame>
          )),
        field.text('description', 'Description', { optional: true }),
        field.fold(
          'Advanced',
          [
            ...tuningFields(kind),
            ...auditFields,
            field.check('local', 'Local', 'Not replicated to other clusters.'),
            field.check(
              'sealWrap',
              'Seal wrap',
              'The seal encrypts its values, too, if the server offers it.',
            ),
          ],
          { className: css['fields'] },
        ),
      ];
    },
  });
}

/** The settings of a mount; sends only the changed ones. */
export function tuneForm(
  sessionId: string,
  kind: MountKind,
  { path, tuning: first }: MountRow,
  saved: () => void,
): Form {
  return form<MountTuning>({
    title: `Tune ${path}`,
    action: 'Save…',
    busy: 'Saving…',
    failed: 'Not saved',
    done: () => `The settings of ${path} are saved.`,
    first,
    changed: true,
    submit: async (tuning, before) => {
      await vault.mount.tune({ sessionId, kind, path, before, tuning });
      saved();
    },
    fields: () => [
      field.text('description', 'Description', { optional: true }),
      ...tuningFields(kind),
      field.fold('Advanced', auditFields, { className: css['fields'] }),
    ],
  });
}

/** Asks for the new path of a mount. */
export function moveForm(
  sessionId: string,
  kind: MountKind,
  path: string,
  moved: (move: Move) => void,
): Form {
  return form({
    title: `Move ${path}`,
    description: 'Leases are revoked. Policies are not changed.',
    action: 'Move…',
    busy: 'Moving…',
    failed: 'Not moved',
    first: { to: path },
    disabled: ({ to }) => to.trim().replace(/\/+$/, '') === path.replace(/\/$/, ''),
    submit: async ({ to }) => {
      const begun = await vault.mount.move({ sessionId, kind, path, to });
      moved({ ...begun, from: path, to: to.trim() });
    },
    fields: [field.mono('to', 'New path', { needed: true })],
  });
}

const kvVersions = [
  { value: '2', label: 'KV v2' },
  { value: '1', label: 'KV v1' },
] as const;

function typeOf({ chosen, typed }: { readonly chosen: string; readonly typed: string }): string {
  return chosen === OTHER ? typed.trim() : chosen;
}

const tokenTypes = ['default-service', 'default-batch', 'service', 'batch'];
const ttl = { placeholder: 'system default', as: (typed: string) => typed.trim() };

/** Lifetimes of a mount's tokens and leases, and its visibility before a login. */
function tuningFields(kind: MountKind): FieldList<MountTuning> {
  return [
    field.pair(
      field.text('defaultTtl', 'Default TTL', { ...ttl, hint: 'e.g. 768h' }),
      field.text('maxTtl', 'Max TTL', ttl),
    ),
    kind === 'auth' &&
      choice('tokenType', 'Token type', [
        { value: '', label: 'server default' },
        ...tokenTypes.map((value) => ({ value, label: value })),
      ]),
    field.check(
      'listed',
      'Visible before login',
      'Anyone who can reach the server sees its path and description.',
    ),
  ];
}

/** Fields that audit devices log in plain text, and headers that pass: comma-separated names. */
const auditFields: FieldList<MountTuning> = [
  field.names(
    'auditRequestKeys',
    'Unhashed request keys',
    'Audit devices record their values as plain text.',
  ),
  field.names('auditResponseKeys', 'Unhashed response keys'),
  field.names('requestHeaders', 'Passthrough request headers'),
  field.names('responseHeaders', 'Allowed response headers'),
];
