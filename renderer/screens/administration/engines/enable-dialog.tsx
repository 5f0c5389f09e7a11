import { plainTuning } from '../../../../shared/vault/mount-table.ts';
import type { MountKind } from '../../../../shared/vault/mount-table.ts';
import { useForgetMounts } from '../../../api/access.ts';
import { DraftForm } from '../../../parts/form/draft-form.tsx';
import { announce } from '../../../ui/announce.tsx';
import { choice } from '../../../ui/choice-field.tsx';
import { field } from '../../../ui/fields.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { FieldFrame } from '../../../ui/text-field.tsx';
import { vault } from '../../../api/client.ts';
import { mountWords } from './mount-words.ts';
import css from '../administration.module.css';
import { auditFields, tuningFields } from './tuning-fields.ts';

export interface EnableDialogProps {
  readonly sessionId: string;
  readonly kind: MountKind;
  /** Types that the server can mount; undefined: not known. */
  readonly types: readonly string[] | undefined;
  readonly onClose: () => void;
  readonly onEnabled: (path: string) => void;
}

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
export function EnableDialog({ sessionId, kind, types, onClose, onEnabled }: EnableDialogProps) {
  const offered = types ?? mountWords[kind].types;
  const forget = useForgetMounts(sessionId);
  return (
    <DraftForm
      title={`Enable ${kind === 'auth' ? 'an auth method' : 'a secrets engine'}`}
      action="Enable…"
      busy="Enabling…"
      failed="Not enabled"
      first={{ ...empty, chosen: offered[0] ?? OTHER }}
      disabled={(draft) => typeOf(draft) === ''}
      onClose={onClose}
      submit={async ({ chosen, typed, path, kvVersion, local, sealWrap, ...tuning }) => {
        const type = typeOf({ chosen, typed });
        const at = path.trim() || type;
        const version = type === 'kv' ? kvVersion : '';
        const mount = { path: at, type, tuning, kvVersion: version, local, sealWrap } as const;
        await vault.mount.enable({ sessionId, kind, mount });
        announce(`${at} is enabled.`);
        forget();
        onEnabled(`${at.replace(/^\/+|\/+$/g, '')}/`);
      }}
      fields={(draft) => {
        const type = typeOf(draft);
        return [
          choice('chosen', 'Type', [
            ...offered.map((value) => ({ value, label: value })),
            { value: OTHER, label: 'Another type…' },
          ]),
          draft.chosen === OTHER && field.mono('typed', 'Name of the type', 'As its plugin is registered.'),
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
                'Encrypted once more by the seal, where the server offers that.',
              ),
            ],
            { className: css['fields'] },
          ),
        ];
      }}
    />
  );
}

const kvVersions = [
  { value: '2', label: '2: keeps versions' },
  { value: '1', label: '1: keeps none' },
] as const;

function typeOf({ chosen, typed }: { readonly chosen: string; readonly typed: string }): string {
  return chosen === OTHER ? typed.trim() : chosen;
}
