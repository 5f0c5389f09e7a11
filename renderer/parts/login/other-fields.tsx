import { Suspense } from 'react';
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import { copyText } from '../../api/app.ts';
import { CodeEditor } from '../../ui/code/code-editor.ts';
import { FieldProblem } from '../../ui/field-problem.tsx';
import { Text } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { typedField } from './login-draft.ts';
import type { LoginDraft, LoginProblem } from './login-draft.ts';
import css from './login-fields.module.css';

export interface OtherFieldsProps {
  readonly draft: LoginDraft;
  readonly onDraft: (draft: LoginDraft) => void;
  readonly problem: LoginProblem | undefined;
}

/** Any path below `auth/` with free fields: for methods without a form here, from plugins or future versions. */
export function OtherFields({ draft, onDraft, problem }: OtherFieldsProps) {
  const json = typedField(draft, 'json');
  // Incomplete JSON is normal while typing: shown only after an attempt to use it.
  const wrong = problem?.part === 'json' ? problem.words : undefined;
  const fault = wrong === undefined || json.trim() === '' ? undefined : jsonProblem(json);
  const put = (name: string, text: string): void =>
    onDraft({ ...draft, fields: { ...draft.fields, [name]: text } });
  return (
    <>
      <TextField
        mono
        label="Path below the mount"
        placeholder="login"
        value={typedField(draft, 'path')}
        error={problem?.part === 'path' ? problem.words : undefined}
        onChange={(event) => put('path', event.target.value)}
      />
      <div className={css['json']}>
        <Text size={12} weight={550} leading={18}>
          Fields as JSON<span className={css['optional']}>optional</span>
        </Text>
        <div
          role="presentation"
          className={css['editor']}
          onKeyDown={(event) => {
            // In the editor Escape only releases Tab to the window.
            if (event.key === 'Escape') event.stopPropagation();
          }}
        >
          <Suspense fallback={<Skeleton rows={6} rowHeight={19} />}>
            <CodeEditor
              takeFocus={false}
              label="Fields as JSON"
              initialText={json}
              faultAt={fault?.offset}
              onText={(text) => put('json', text)}
              onCopy={(text) => void copyText(text)}
            />
          </Suspense>
        </div>
        {wrong === undefined ? (
          <Text as="p" tone="dim" size={12} leading={18}>
            Saved with the connection: do not put credentials here.
          </Text>
        ) : (
          <FieldProblem>
            {fault === undefined
              ? wrong
              : `Line ${String(fault.line)}, column ${String(fault.column)}: ${fault.message}.`}
          </FieldProblem>
        )}
      </div>
      <TextField
        mono
        optional
        label="Secret fields"
        placeholder="password, api_key"
        hint="Names, separated by commas. Their values are asked for in the secure prompt."
        value={draft.secretFields}
        onChange={(event) => onDraft({ ...draft, secretFields: event.target.value })}
      />
    </>
  );
}
