/**
 * An API response while main holds it, used by all screens: plain facts, values hidden until revealed, credentials as
 * references. A one-time result stays until the user discards it.
 */
import { Braces, Eye, EyeOff, FileDown, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { AnswerRow, AnswerView } from '../../../shared/vault/answer.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';
import type { Where } from '../../../shared/vault/where.ts';
import { answerToFile, revealAllInAnswer } from '../../api/answers.ts';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { CopiedLine } from '../value/copied-line.tsx';
import { useRevealOf } from '../value/reveal.ts';
import { vault } from '../../api/client.ts';
import { layoutOf } from './answer-layout.ts';
import { noteChange, useChange } from './answer-memory.ts';
import css from './answer-panel.module.css';
import { AnswerRows } from './answer-rows.tsx';
import { AnswerText } from './answer-text.tsx';
import { useCopyAnswer } from './copy-answer.ts';
import { LoginCard } from './login-card.tsx';
import { statusWords } from './status-words.ts';
import { useAction } from '../../api/use-action.ts';
import { Note, Row, Stack, Text } from '../../ui/layout.tsx';
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
  const { main, rest, lease } = layoutOf(answer);
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
  return (
    <Stack as="section" gap={12} shrinks tone="text" aria-label={answer.title}>
      <AnswerHead answer={answer} belowRequest={belowRequest}>
        {!asText && hidden.length > 0 && (
          <Button
            small
            variant="ghost"
            icon={revealed === undefined ? Eye : EyeOff}
            onClick={() => every.toggle('all')}
          >
            {revealed === undefined ? 'Reveal all' : 'Hide all'}
          </Button>
        )}
        {form === 'json' && (
          <Button
            small
            variant="ghost"
            icon={Braces}
            aria-pressed={asText}
            onClick={() => setAsText(!asText)}
          >
            JSON
          </Button>
        )}
        {form !== 'empty' && (
          <Button small icon={FileDown} onClick={save}>
            Save…
          </Button>
        )}
        <Button small onClick={dismiss}>
          Discard
        </Button>
      </AnswerHead>
      {action.failure !== undefined && <ErrorPanel error={action.failure} />}
      {every.failed !== undefined && <ErrorPanel error={every.failed.error} />}
      {leftOut > 0 && (
        <Note role="status" size={12}>
          {counted(leftOut, 'value')} too long to reveal with the rest. Reveal one by one.
        </Note>
      )}
      {savedAs !== undefined && (
        <Note role="status" size={12}>
          Saved as {savedAs}, unencrypted.
        </Note>
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
      {rest.length > 0 && !asText && (
        <Disclosure title="Response metadata" note={counted(rest.filter(isTop).length, 'field')}>
          <AnswerRows
            answerId={answerId}
            label="Response metadata"
            rows={rest}
            copying={copying}
            action={action}
            every={every}
          />
        </Disclosure>
      )}
      {answer.headers.length > 0 && <Headers headers={answer.headers} />}
    </Stack>
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
  /** Buttons. */
  readonly children: ReactNode;
}

/** Title, status and time of a response. */
function AnswerHead({ answer, belowRequest, children }: AnswerHeadProps) {
  const { title, status, once } = answer;
  const request = `${answer.method} ${answer.path}`;
  return (
    <Row as="header" wrap gap={8} gapX={16}>
      <div className={css['headings']}>
        <div className={css['titleLine']}>
          <Text as="h2" size={15} weight={600} breaks>
            {belowRequest ? 'Response' : title}
          </Text>
          {once && (
            <Tooltip text="The server does not return it a second time. Strongroom keeps it, through a lock or a crash, until you discard it.">
              <Chip tone="accent">one-time result</Chip>
            </Tooltip>
          )}
        </div>
        <div className={css['facts']}>
          <Chip tone={status < 300 ? 'ok' : status < 500 ? 'warn' : 'danger'}>{status}</Chip>
          {!belowRequest && title !== request && <code data-selectable>{request}</code>}
          <span>
            <RelativeTime iso={answer.at} />, {grouped(Math.round(answer.elapsedMs))} ms
          </span>
        </div>
      </div>
      <Row align="start" gap={6}>
        {children}
      </Row>
    </Row>
  );
}

function Headers({ headers }: Pick<AnswerView, 'headers'>) {
  return (
    <Disclosure title="Headers" note={counted(headers.length, 'header')}>
      <dl className={css['headers']}>
        {headers.map(([name, value], index) => (
          <div key={`${name} ${String(index)}`}>
            <dt>{name}</dt>
            <dd data-selectable>{value}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

function Warnings({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className={css['warnings']}>
      <Icon of={TriangleAlert} />
      <div>
        <Text as="p" weight={600}>
          Warnings
        </Text>
        {lines.map((line) => (
          <p key={line} data-selectable>
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

function isHidden({ what }: AnswerRow): boolean {
  return what === 'hidden';
}

function isTop({ depth }: { readonly depth: number }): boolean {
  return depth === 0;
}
