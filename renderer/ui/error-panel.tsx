import { Check, Copy } from 'lucide-react';
import { use, useState } from 'react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { CopyContext } from './copy-context.ts';
import { errorLooks } from './error-icon.ts';
import css from './error-panel.module.css';
import { ErrorRemedy } from './error-remedy.ts';
import { errorWords } from './error-words.ts';
import { Icon } from './icon.tsx';

export interface ErrorPanelProps {
  readonly error: AppError;
  /** Overrides the kind's own title where the place knows better, e.g. `This folder cannot be listed`. */
  readonly title?: string;
  /** What can be done about it, as buttons. */
  readonly actions?: ReactNode;
}

/** A failure where it happened: what failed, what the server said, what it means, what to do. */
export function ErrorPanel({ error, title, actions }: ErrorPanelProps) {
  const words = errorWords(error);
  const look = errorLooks[error.kind];
  const remedyOf = use(ErrorRemedy);
  return (
    <div role="alert" className={classes(css['panel'], css[look.tone])}>
      <Icon of={look.icon} className={css['icon']} />
      <div className={css['content']}>
        <p className={css['title']}>{title ?? words.title}</p>
        <ErrorText error={error} />
        <div className={css['actions']}>
          {actions}
          {remedyOf(error)}
          <CopyDetails error={error} />
        </div>
      </div>
    </div>
  );
}

/** The sentences of an error without its frame: message, meaning, the server's words, advice. */
export function ErrorText({ error }: { readonly error: AppError }) {
  const words = errorWords(error);
  const advice = error.hint ?? words.advice;
  const said = [...(error.serverErrors ?? []), ...(error.serverWarnings ?? [])];
  return (
    <>
      <p className={css['text']} data-selectable>
        {error.message}
      </p>
      {error.message !== words.meaning && <p className={css['text']}>{words.meaning}</p>}
      {said.length > 0 && (
        <div className={css['server']}>
          <span className={css['serverLabel']}>
            The server said{error.status === undefined ? '' : ` (status ${String(error.status)})`}
          </span>
          {said.map((line) => (
            <span key={line} className={css['said']} data-selectable>
              {line}
            </span>
          ))}
        </div>
      )}
      {advice !== '' && <p className={css['text']}>{advice}</p>}
    </>
  );
}

/** A button that copies everything known about an error, for a report or a chat. It holds no credential. */
export function CopyDetails({ error }: { readonly error: AppError }) {
  const [copied, setCopied] = useState(false);
  const copyText = use(CopyContext);
  const copy = (): void => {
    void copyText(errorDetails(error)).then(
      () => {
        setCopied(true);
      },
      () => {
        setCopied(false);
      },
    );
  };
  return (
    <Button small variant="ghost" icon={copied ? Check : Copy} onClick={copy}>
      {copied ? 'Copied' : 'Copy details'}
    </Button>
  );
}

/** Everything known about an error as lines of text. */
export function errorDetails(error: AppError): string {
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
