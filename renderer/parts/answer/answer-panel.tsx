/**
 * An API response while main holds it, used by all screens: plain facts, values hidden until revealed, credentials as
 * references. A one-time result stays until the user discards it.
 */
import { Braces, Eye, EyeOff, FileDown } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { counted, grouped, inMs } from '../../../shared/vault/counted.ts';
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { answerToFile, revealAllInAnswer } from '../../api/answers.ts';
import { announce } from '../../ui/announce.tsx';
import { Warnings } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { CopiedLine } from '../value/copied-line.tsx';
import { useRevealOf } from '../value/reveal.ts';
import { vault } from '../../api/client.ts';
import { layoutOf, type EntryVersion } from './answer-layout.ts';
import { noteChange, useChange } from './answer-memory.ts';
import css from './answer-panel.module.css';
import { AnswerRows } from './answer-rows.tsx';
import { AnswerText } from './answer-text.tsx';
import { useCopyAnswer } from './copy-answer.ts';
import { LoginCard } from './login-card.tsx';
import { statusWords } from './status-words.ts';
import { useAction } from '../../api/use-action.ts';
import { Box, Note, Row, Stack, Text } from '../../ui/layout.tsx';
import { copyText } from '../../api/app.ts';
import { Facts } from '../../ui/facts.tsx';
import { ServerTime } from '../../ui/server-clock.tsx';
import { CopyableText } from './copyable-text.tsx';
import { WrapCard } from './wrap-card.tsx';

export interface AnswerPanelProps {
  readonly answer: AnswerView;
  /** Shown below its request, which names method and path. */
  readonly belowRequest?: boolean;
  /** Called once it is discarded. */
  readonly onDismissed?: () => void;
  /** Origin of the response, for further requests; default: its session. */
  readonly where?: Where;
  /** Called after its client token was opened as a session. */
  readonly onOpened?: (sessionId: string) => void;
}

/** Shows a response, or the one that replaced it. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { next } = useChange(props.answer.answerId);
  if (next !== undefined) return <AnswerPanel {...props} answer={next} />;
  return <Panel key={props.answer.answerId} {...props} />;
}

function Panel({ answer, belowRequest = false, onDismissed, where, onOpened }: AnswerPanelProps) {
  const { answerId, form, warnings, wrap, login } = answer;
  const { action, gone, dismiss, save, savedAs } = useAnswerActions(answer, onDismissed);
  const copying = useCopyAnswer(answerId);
  const [asText, setAsText] = useState(form === 'text');
  const { main, rest, lease, entry } = layoutOf(answer);
  const hidden = [...main, ...rest].filter(isHidden);
  const every = useRevealOf(`${answerId} all`, async (key, signal) => ({
    key,
    values: await revealAllInAnswer(answerId, signal),
  }));
  const { revealed } = every;
  const leftOut =
    revealed === undefined ? 0 : hidden.filter((row) => !revealed.values.has(row.pointer)).length;
  const at = where ?? (answer.sessionId === undefined ? undefined : { sessionId: answer.sessionId });
  if (gone) return null;

  const meaning = statusWords(answer);
  const notes = [
    leftOut > 0 && `${counted(leftOut, 'value')} too long to reveal with the rest. Reveal one by one.`,
    // Before a press, too: the values below would jump.
    !asText && hidden.length > 1 && main.some(isCredential) && 'Credentials open in the secure prompt.',
    savedAs !== undefined && `Saved as ${savedAs}, unencrypted.`,
  ];
  const jsonButton = form === 'json' && (
    <Button small variant="ghost" icon={Braces} aria-pressed={asText} onClick={() => setAsText(!asText)}>
      JSON
    </Button>
  );
  const saveButton = form !== 'empty' && (
    <Button small icon={FileDown} onClick={save}>
      Save…
    </Button>
  );
  return (
    <Stack as="section" gap={12} shrinks tone="text" aria-label={answer.title}>
      <AnswerHead answer={answer} belowRequest={belowRequest} entry={entry} keys={main.filter(isTop).length}>
        {/* A single value has its own button. */}
        {!asText && hidden.length > 1 && (
          <RevealAll shown={revealed !== undefined} onToggle={() => every.toggle('all')} />
        )}
        {belowRequest && jsonButton}
        {wrap === undefined && saveButton}
        <Button small onClick={dismiss}>
          Discard
        </Button>
      </AnswerHead>
      <ErrorPanel error={action.failure} />
      {every.failed !== undefined && <ErrorPanel error={every.failed.error} />}
      {notes.map(
        (words) =>
          words !== false && (
            <Note key={words} role="status" size={12}>
              {words}
            </Note>
          ),
      )}
      {meaning !== undefined && <Note size={12}>{meaning}</Note>}
      {warnings.length > 0 && <Warnings lines={warnings} />}
      {wrap !== undefined && (
        <WrapCard answer={answer} wrap={wrap} copying={copying} action={action} where={at} />
      )}
      {login !== undefined && (
        <LoginCard
          answer={answer}
          login={login}
          copying={copying}
          action={action}
          name={at !== undefined && 'name' in at ? at.name : ''}
          {...(onOpened === undefined ? {} : { onOpened })}
        />
      )}
      {lease !== undefined && (
        <Note size={12}>
          Leased for {formatDuration(lease.seconds)}
          {lease.renewable ? ', renewable' : ''}: <code data-selectable>{lease.leaseId}</code>
        </Note>
      )}
      {asText ? (
        <AnswerText answerId={answerId} isJson={form === 'json'} />
      ) : (
        main.length > 0 && (
          <AnswerRows
            answerId={answerId}
            label={answer.title}
            rows={main}
            copying={copying}
            action={action}
            every={every}
          />
        )
      )}
      {answer.rowsLeftOut > 0 && !asText && (
        <Note size={12}>
          {grouped(answer.rowsLeftOut)} more lines are not shown here. JSON shows them all.
        </Note>
      )}
      {copying.copied !== undefined && <CopiedLine copied={copying.copied} />}
      <AnswerDetails answer={answer} belowRequest={belowRequest} jsonButton={jsonButton}>
        {/* A wrapping token is handed on, seldom kept in a file. */}
        {wrap !== undefined && <div>{saveButton}</div>}
        {rest.length > 0 && !asText && (
          <AnswerRows
            answerId={answerId}
            label="Response metadata"
            rows={rest}
            copying={copying}
            action={action}
            every={every}
          />
        )}
      </AnswerDetails>
    </Stack>
  );
}

function RevealAll({ shown, onToggle }: { readonly shown: boolean; readonly onToggle: () => void }) {
  return (
    <Button small variant="ghost" icon={shown ? EyeOff : Eye} onClick={onToggle}>
      {shown ? 'Hide all' : 'Reveal all'}
    </Button>
  );
}

/** Actions on a response as a whole: saving and discarding it. */
function useAnswerActions(answer: AnswerView, onDismissed: (() => void) | undefined) {
  const { answerId, once } = answer;
  const action = useAction();
  const [savedAs, setSavedAs] = useState<string>();
  // Dismissed here, in another tab or in the list of one-time results: it disappears everywhere.
  const { gone = false } = useChange(answerId);
  const left = useEffectEvent(() => onDismissed?.());
  useEffect(() => {
    if (gone) left();
  }, [gone]);
  const dismiss = async (): Promise<void> => {
    const done = await action.run(async () => {
      await vault.answer.dismiss({ answerId });
      return true;
    });
    if (done !== true) return;
    announce(once ? 'Discarded. It can be restored for ten minutes.' : 'Discarded.');
    noteChange(answerId, { gone: true });
  };
  const save = async (): Promise<void> => {
    const fileName = await action.run(() => answerToFile(answerId));
    if (fileName !== undefined) setSavedAs(fileName);
  };
  return { action, gone, savedAs, dismiss: () => void dismiss(), save: () => void save() };
}

interface AnswerHeadProps {
  readonly answer: AnswerView;
  readonly belowRequest: boolean;
  /** The response is this version of an entry. */
  readonly entry: EntryVersion | undefined;
  /** Number of keys of the entry. */
  readonly keys: number;
  /** Buttons. */
  readonly children: ReactNode;
}

/** Title and one line of facts: of an entry its version, below a request the status and the time it took. */
function AnswerHead({ answer, belowRequest, entry, keys, children }: AnswerHeadProps) {
  const { title, status, once } = answer;
  return (
    <Row as="header" wrap gap={8} gapX={16}>
      <Box basis={240} shrinks>
        <Row wrap align="center" gap={4} gapX={16}>
          <Text as="h2" size={15} weight={600} leading={26} breaks>
            {belowRequest ? 'Response' : title}
          </Text>
          {once && (
            <Tooltip text="The server does not return it a second time. It stays, through a lock or window crash, until you discard it or quit.">
              <Chip tone="accent">one-time result</Chip>
            </Tooltip>
          )}
        </Row>
        <Row wrap align="center" gap={6} tone="dim" size={12}>
          {(belowRequest || status >= 300) && <Status status={status} />}
          {entry !== undefined && (
            <>
              <Chip>version {entry.version}</Chip>
              <Chip>
                saved <ServerTime iso={entry.createdTime} />
              </Chip>
              <Chip>{counted(keys, 'key')}</Chip>
            </>
          )}
          <span>
            {entry !== undefined && 'unwrapped '}
            <RelativeTime iso={answer.at} />
            {belowRequest && `, ${inMs(answer.elapsedMs)}`}
          </span>
        </Row>
      </Box>
      <Row align="start" gap={6}>
        {children}
      </Row>
    </Row>
  );
}

function Status({ status }: Pick<AnswerView, 'status'>) {
  return <Chip tone={status < 300 ? 'ok' : status < 500 ? 'warn' : 'danger'}>{status}</Chip>;
}

interface AnswerDetailsProps extends Pick<AnswerHeadProps, 'answer' | 'belowRequest'> {
  readonly jsonButton: ReactNode;
  /** Rows of the envelope. */
  readonly children: ReactNode;
}

/** Facts of a response for an API client, folded. */
function AnswerDetails({ answer, belowRequest, jsonButton, children }: AnswerDetailsProps) {
  return (
    <Disclosure title="Details">
      <Stack gap={12}>
        {!belowRequest && (
          <>
            <ResponseFacts answer={answer} />
            {jsonButton !== false && <div>{jsonButton}</div>}
          </>
        )}
        {children}
        {answer.headers.length > 0 && <Headers headers={answer.headers} />}
      </Stack>
    </Disclosure>
  );
}

/** The request and its status, and the accessors, which name a token without being one. */
function ResponseFacts({ answer }: { readonly answer: AnswerView }) {
  const { method, path, status, wrap, login } = answer;
  const accessor = wrap?.accessor ?? login?.accessor ?? '';
  const wrapped = wrap?.wrappedAccessor ?? '';
  const copyable = (text: string, what: string): ReactNode =>
    text !== '' && <CopyableText text={text} what={what} copy={copyText} />;
  const response = (
    <>
      <Status status={status} />{' '}
      <code data-selectable>
        {method} {path}
      </code>
      , {inMs(answer.elapsedMs)}
    </>
  );
  return (
    <Facts
      of={[
        ['Response', response],
        ['Accessor', copyable(accessor, 'the accessor')],
        ['Wraps token', copyable(wrapped, 'the accessor of the wrapped token')],
      ]}
    />
  );
}

function Headers({ headers }: Pick<AnswerView, 'headers'>) {
  return (
    <dl className={css['headers']}>
      {headers.map(([name, value], index) => (
        <div key={`${name} ${String(index)}`}>
          <dt>{name}</dt>
          <dd data-selectable>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isHidden({ what }: AnswerRow): boolean {
  return what === 'hidden';
}

function isCredential({ what }: AnswerRow): boolean {
  return what === 'credential';
}

function isTop({ depth }: { readonly depth: number }): boolean {
  return depth === 0;
}
