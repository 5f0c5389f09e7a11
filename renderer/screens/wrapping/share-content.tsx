import { FileUp } from 'lucide-react';
import { Suspense, useId } from 'react';
import { vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { CodeEditor } from '../../ui/code/code-editor.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import fieldCss from '../../ui/field.module.css';
import { choice } from '../../ui/choice-field.tsx';
import { field, Fields } from '../../ui/fields.tsx';
import type { FieldList } from '../../ui/fields.tsx';
import { useSecretCopy } from '../../ui/secret-copy.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { describedBy, FieldFrame } from '../../ui/text-field.tsx';
import { useAction } from '../../api/use-action.ts';
import { copySelected } from '../../parts/value/copy-selected.ts';
import { bytesInWords } from '../../ui/bytes-in-words.ts';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import type { ShareProblems, ShareSnapshot } from './share-draft.ts';
import { TokenContent } from './share-token.tsx';
import css from './wrapping.module.css';

export interface ShareContentProps {
  readonly sessionId: string;
  readonly state: ShareSnapshot;
  readonly problems: ShareProblems;
  readonly change: (next: Partial<ShareSnapshot>) => void;
}

type FieldsProps = Omit<ShareContentProps, 'sessionId'>;

/** Fields for the content to wrap. */
export function ShareContent(props: ShareContentProps) {
  switch (props.state.what) {
    case 'text':
      return <TextContent {...props} />;
    case 'json':
      return (
        <JsonContent
          label="A JSON object"
          text={props.state.json}
          problem={props.problems.json}
          onText={(json) => props.change({ json })}
        />
      );
    case 'file':
      return <FileContent {...props} />;
    case 'request':
      return <RequestContent {...props} />;
    case 'token':
      return <TokenContent {...props} />;
  }
}

function TextContent({ state, problems, change }: FieldsProps) {
  const id = useId();
  const copy = useSecretCopy(copySelected);
  return (
    <>
      <FieldFrame id={id} label="Text" error={problems.text}>
        <textarea
          id={id}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          maxLength={1_000_000}
          className={classes(fieldCss['input'], fieldCss['mono'], css['area'])}
          value={state.text}
          onChange={(event) => change({ text: event.target.value })}
          {...describedBy(id, undefined, problems.text)}
          {...copy}
        />
      </FieldFrame>
      <KeyField state={state} problems={problems} change={change} />
    </>
  );
}

function KeyField({ state, problems, change }: FieldsProps) {
  return <Fields draft={state} problems={problems} onDraft={change} of={keyFields} />;
}

const keyFields: FieldList<ShareSnapshot> = [field.mono('key', 'Key name', { maxLength: 512 })];

interface JsonContentProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onText: (text: string) => void;
}

function JsonContent({ label, text, problem, onText }: JsonContentProps) {
  return (
    <Stack gap={4}>
      <Text size={12} weight={550}>
        {label}
      </Text>
      <Suspense fallback={<Skeleton rows={4} rowHeight={19} />}>
        <CodeEditor
          label={label}
          initialText={text}
          onText={onText}
          faultAt={undefined}
          onCopy={copySelected}
        />
      </Suspense>
      {problem !== undefined && (
        <Text role="alert" tone="danger" size={12}>
          {problem}
        </Text>
      )}
    </Stack>
  );
}

function FileContent({ state, problems, change }: FieldsProps) {
  const { failure, busy, run } = useAction();
  const { file } = state;
  const choose = async (): Promise<void> => {
    const chosen = await run(() => vault.wrapping.chooseFile({}));
    if (chosen === undefined) return;
    const named = state.key === 'text' || state.key === '' ? { key: chosen.file.name } : {};
    change({ file: chosen, ...named });
  };
  return (
    <>
      <Row wrap align="center" gap={10}>
        <Button icon={FileUp} disabled={busy} onClick={() => void choose()}>
          {file === undefined ? 'Choose a file…' : 'Choose another…'}
        </Button>
        {file === undefined ? (
          <Text tone="dim" size={12}>
            Text as it is, anything else as base64.
          </Text>
        ) : (
          <span data-mono>
            {file.file.name}{' '}
            <Text tone="dim" size={12}>
              {bytesInWords(file.bytes)}
            </Text>
          </span>
        )}
      </Row>
      {problems.file !== undefined && (
        <Text role="alert" tone="danger" size={12}>
          {problems.file}
        </Text>
      )}
      <ErrorPanel error={failure} />
      <KeyField state={state} problems={problems} change={change} />
    </>
  );
}

const methods = [
  { value: 'GET', label: 'GET', note: 'read' },
  { value: 'LIST', label: 'LIST', note: 'list' },
  { value: 'POST', label: 'POST', note: 'write, log in, create' },
] as const;

const requestFields: FieldList<ShareSnapshot> = [
  choice('method', 'Method', methods),
  field.mono('path', 'API path', {
    maxLength: 4096,
    placeholder: 'secret/data/payments/db',
    hint: 'The server wraps the response: Strongroom never sees it.',
  }),
];

function RequestContent({ state, problems, change }: FieldsProps) {
  return (
    <>
      <div className={css['request']}>
        <Fields draft={state} problems={problems} onDraft={change} of={requestFields} />
      </div>
      {state.method === 'POST' && (
        <JsonContent
          label="Body as JSON, or nothing"
          text={state.body}
          problem={problems.body}
          onText={(body) => change({ body })}
        />
      )}
    </>
  );
}
