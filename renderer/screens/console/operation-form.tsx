import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ApiField, ApiOperation, ConsoleMethod } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { appErrorOf, query } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { field, Fields } from '../../ui/fields.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { carriesBody } from './console-draft.ts';
import { CopyMenu } from './copy-menu.tsx';
import type { EngineState, EngineStore } from './engine-store.ts';
import css from './engine.module.css';
import { FormFields } from './form-field.tsx';
import { fieldKey, filledForm, MORE } from './form-values.ts';
import type { FormValues } from './form-values.ts';
import { orderedFields } from './leading-fields.ts';
import { OutcomeView } from './outcome-view.tsx';
import { outcomeBelow } from './request-run.ts';
import { keyMap } from '../../workspace/key-map.ts';
import { wrapHint } from './wrap-hint.ts';

export interface OperationFormProps {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly store: EngineStore;
  readonly state: EngineState;
}

/** The form of one path: its operation, fields, Send, and its own response below. */
export function OperationForm({ sessionId, mount, store, state }: OperationFormProps) {
  const facts = useQuery(query('console.path', { sessionId, path: state.template }));
  if (facts.isError) return <ErrorPanel error={appErrorOf(facts.error)} />;
  if (facts.data === undefined) return <Skeleton rows={5} rowHeight={40} />;
  const { operations } = facts.data;
  const operation = operations.find(({ method }) => method === state.method) ?? operations[0];
  if (operation === undefined) return null;
  return (
    <Filled
      // Each operation has a form of its own.
      key={`${state.template} ${operation.method}`}
      sessionId={sessionId}
      mount={mount}
      store={store}
      state={state}
      operations={operations}
      operation={operation}
    />
  );
}

interface FilledProps extends OperationFormProps {
  readonly operations: readonly ApiOperation[];
  readonly operation: ApiOperation;
}

function Filled({ sessionId, mount, store, state, operations, operation }: FilledProps) {
  const [copyProblem, setCopyProblem] = useState<AppError>();
  const values = store.values();
  const filled = filledForm(state.template, operation, values);
  const problems = state.tried && 'problems' in filled ? filled.problems : new Map<string, string>();
  const asked = { method: operation.method, path: state.template };
  const outcome = outcomeBelow(state.outcome, asked);
  const sending = state.outcome.state === 'sending';
  const ready = () => {
    store.change({ tried: true });
    return 'request' in filled ? filled.request : undefined;
  };
  const send = (): void => {
    const request = ready();
    if (request !== undefined) void store.send(request, asked);
  };
  const below = state.template.slice(mount.path.length);
  const { first, advanced, known } = orderedFields(operation.fields, mount.type, below);
  const folded = known || advanced.length > FEW;
  const shown = (fields: readonly ApiField[], leading = false) => (
    <FormFields sessionId={sessionId} fields={fields} leading={leading} store={store} problems={problems} />
  );
  return (
    <>
      <Stack
        as="form"
        gap={12}
        aria-label={`${operation.method} ${state.template}`}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      >
        <Stack as="header" gap={8}>
          <Text as="h3" size={13} weight={550} breaks data-mono data-selectable>
            <span className={css['dim']}>{mount.path}</span>
            {below}
          </Text>
          <Segmented
            label="Operation"
            options={operations.map(({ method }) => ({ value: method, label: `${words[method]} ${method}` }))}
            value={operation.method}
            onValue={(method) => store.chooseMethod(method)}
          />
          {operation.summary !== '' && (
            <div className={css['summary']}>
              <FoldedText text={operation.summary} />
            </div>
          )}
        </Stack>
        {first.length > 0 && <div className={css['fields']}>{shown(first, true)}</div>}
        {advanced.length > 0 &&
          (folded ? (
            <Disclosure title="Advanced" note={setCount(advanced, values)} initiallyOpen={first.length === 0}>
              <div className={css['fields']}>{shown(advanced)}</div>
            </Disclosure>
          ) : (
            <div className={css['fields']}>{shown(advanced)}</div>
          ))}
        <Disclosure
          title={carriesBody(operation.method) ? 'Wrapping and extra fields' : 'Wrapping'}
          note={[values.wrapTtl, values.more.trim() === '' ? '' : 'extra fields'].filter(Boolean).join(' · ')}
          initiallyOpen={values.more !== '' || values.wrapTtl !== ''}
        >
          <div className={css['fields']}>
            <Fields
              draft={values}
              onDraft={(change) => store.edit(change)}
              problems={Object.fromEntries(problems)}
              of={[
                field.mono('wrapTtl', 'Wrap TTL', {
                  optional: true,
                  placeholder: '5m',
                  hint: wrapHint(values.wrapTtl),
                }),
                carriesBody(operation.method) &&
                  field.lines(MORE, 'Extra fields', {
                    mono: true,
                    hint: 'JSON object with fields that the form does not have.',
                  }),
              ]}
            />
          </div>
        </Disclosure>
        <ErrorPanel error={copyProblem} title="The request could not be copied for that tool" />
        <Row wrap gap={8} align="center">
          <Button variant="primary" icon={Send} disabled={sending} onClick={send}>
            Send {operation.method} <KeyHint keys={keyMap.send.keys} />
          </Button>
          <CopyMenu sessionId={sessionId} request={ready} onProblem={setCopyProblem} />
          {problems.size > 0 && (
            <Chip tone="danger">
              {problems.size === 1
                ? '1 field needs attention'
                : `${String(problems.size)} fields need attention`}
            </Chip>
          )}
        </Row>
      </Stack>
      <OutcomeView outcome={outcome} onDismissed={() => store.forgetOutcome()} />
    </>
  );
}

const FEW = 6;

function setCount(fields: readonly ApiField[], { texts, secrets }: FormValues): string {
  const set = fields.filter((field) => {
    const key = fieldKey(field);
    return (texts[key] ?? '').trim() !== '' || secrets[key] !== undefined;
  }).length;
  return set === 0 ? String(fields.length) : `${String(set)} of ${String(fields.length)} set`;
}

const words: Readonly<Record<ConsoleMethod, string>> = {
  GET: 'Read',
  LIST: 'List',
  POST: 'Write',
  PUT: 'Write',
  PATCH: 'Patch',
  DELETE: 'Delete',
};
