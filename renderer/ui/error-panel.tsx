import { Check, Copy } from 'lucide-react';
import { use, useState } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { CopyContext } from './copy-context.ts';
import { errorLooks } from './error-icon.ts';
import css from './error-panel.module.css';
import { ErrorCard, ErrorRemedy } from './error-remedy.ts';
import { errorWords } from './error-words.ts';
import { Icon } from './icon.tsx';
import { Stack, Text } from './layout.tsx';

export interface ErrorPanelProps {
  /** Undefined: there is none, and nothing is shown. */
  readonly error: AppError | undefined;
  /** Overrides the kind's title with a more specific one, e.g. `This folder cannot be listed`. */
  readonly title?: string | undefined;
  /** One sentence in place of the error's own and its advice, which a button gives. */
  readonly text?: ReactNode;
  /** Remedies, as buttons. */
  readonly actions?: ReactNode;
}

/** Error at the place it occurred: problem and remedy, with details folded below. */
export function ErrorPanel(props: ErrorPanelProps) {
  return props.error === undefined ? null : <Panel {...props} error={props.error} />;
}

interface ShownError extends ErrorPanelProps {
  readonly error: AppError;
}

function Panel({ error, title, text, actions }: ShownError) {
  const words = errorWords(error);
  const look = errorLooks[error.kind];
  const remedy = use(ErrorRemedy)(error);
  const card = use(ErrorCard)({ error, title, actions });
  if (card !== undefined) return card;
  return (
    <div role="alert" className={classes(css['panel'], css[look.tone])}>
      <Icon of={look.icon} className={css['icon']} />
      <Stack gap={4} shrinks grow>
        <p className={css['title']}>{title ?? words.title}</p>
        <ErrorText error={error} text={text}>
          {(actions ?? remedy ?? undefined) !== undefined && (
            <div className={css['actions']}>
              {actions}
              {remedy}
            </div>
          )}
        </ErrorText>
      </Stack>
    </div>
  );
}

export interface ErrorTextProps extends Pick<ShownError, 'error' | 'text'> {
  readonly children?: ReactNode;
}

/** Error text without a frame: one sentence, remedies (buttons as `children`), and the rest behind “Details”. */
export function ErrorText({ error, text, children }: ErrorTextProps) {
  const words = errorWords(error);
  const advice = text === undefined ? (error.hint ?? words.advice) : '';
  return (
    <>
      <p className={css['text']} data-selectable>
        {text ?? error.message}
      </p>
      {advice !== '' && <p className={css['text']}>{advice}</p>}
      {children}
      <ErrorDetails error={error} />
    </>
  );
}

/** Folded details of an error: meaning, the server's own words, the request. `children` come first. */
export function ErrorDetails({ error, children }: Omit<ErrorTextProps, 'text'>) {
  const words = errorWords(error);
  const said = [...(error.serverErrors ?? []), ...(error.serverWarnings ?? [])];
  return (
    <Stack as="details" gap={4} shrinks>
      <summary className={css['summary']}>Details</summary>
      {children}
      {error.message !== words.meaning && <p className={css['text']}>{words.meaning}</p>}
      {said.length > 0 && (
        <div className={css['server']}>
          <Text tone="dim" size={12}>
            The server said{error.status === undefined ? '' : ` (status ${String(error.status)})`}
          </Text>
          {said.map((line) => (
            <span key={line} className={css['said']} data-selectable>
              {line}
            </span>
          ))}
        </div>
      )}
      {error.path !== undefined && (
        <p className={css['said']} data-selectable>
          {error.method} {error.path}
        </p>
      )}
      <CopyDetails error={error} />
    </Stack>
  );
}

/** Button that copies all details of an error, for a report or a chat. They contain no credential. */
function CopyDetails({ error }: { readonly error: AppError }) {
  const [copied, setCopied] = useState(false);
  const copyText = use(CopyContext);
  const copy = (): void => {
    void copyText(errorDetails(error)).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Button small variant="ghost" icon={copied ? Check : Copy} onClick={copy}>
      {copied ? 'Copied' : 'Copy details'}
    </Button>
  );
}

/** All details of an error as lines of text. */
function errorDetails(error: AppError): string {
  const { title } = errorWords(error);
  const lines = [
    title,
    error.message,
    error.hint ?? '',
    `kind: ${error.kind}${'reason' in error ? ` (${error.reason})` : ''}${'code' in error ? ` (${error.code})` : ''}`,
    error.status === undefined ? '' : `status: ${String(error.status)}`,
    error.path === undefined ? '' : `request: ${error.method ?? ''} ${error.path}`.replace('  ', ' '),
    ...(error.serverErrors ?? []).map((line) => `server: ${line}`),
    ...(error.serverWarnings ?? []).map((line) => `server warns: ${line}`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}
