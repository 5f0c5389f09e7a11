/**
 * `answer.*`: the server's answers that main holds. Values cross when the user reveals them, one or all; credentials
 * never do, they are copied, written or adopted from here.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Input, SessionView } from '../../../shared/ipc/contract.ts';
import { suggestedFileName, writeValueFile } from '../../core/entries/value-files.ts';
import { copyFromAnswer } from '../../core/gates/clipboard.ts';
import { dismissAnswer } from '../../core/gates/once.ts';
import type { Services } from '../../services/services.ts';
import { changeOfAnswer, readOfAnswer, readOfApp } from '../presets.ts';
import { colour, maybe, nameText } from './fields.ts';
import { pointer } from './service-fields.ts';

export const answerCalls = [
  readOfApp('answer.list', {}, (_nothing, _none, { services }) => services.answers.listWithDismissed()),
  readOfAnswer('answer.view', {}, (answerId, _input, { services }) => services.answers.view(answerId), {
    asJson: true,
  }),
  readOfAnswer('answer.reveal', { pointer }, async (answerId, { pointer: at }, { services }) => ({
    rawJson: await services.answers.reveal(answerId, at),
  })),
  readOfAnswer(
    'answer.revealAll',
    {},
    async (answerId, _input, { services }) => ({ values: await services.answers.revealAll(answerId) }),
    { asJson: true },
  ),
  changeOfAnswer(
    'answer.copy',
    { says: 'Copy a value of a response', costs: 'gesture', asks: ['confirm'] },
    { pointer, decoded: maybe(z.boolean()) },
    (answerId, { pointer: at, decoded = false }, { services, signal }) => {
      const { copy } = services.platform.clipboard;
      return copyFromAnswer({ ...services, copy }, answerId, { pointer: at, decoded }, signal);
    },
  ),
  readOfAnswer('answer.raw', { reveal: z.boolean() }, async (answerId, { reveal }, { services }) => ({
    text: await services.answers.raw(answerId, reveal),
  })),
  changeOfAnswer(
    'answer.toFile',
    { says: 'Save a response to a file', costs: 'gesture', asks: ['confirm'] },
    {},
    (answerId, _input, { services, signal }) => toFile(services, answerId, signal),
  ),
  changeOfAnswer(
    'answer.dismiss',
    { says: 'Discard a response', costs: 'keystroke', asks: ['confirm'] },
    {},
    async (answerId, _input, { services, signal }) => {
      const { answers, platform, gesture } = services;
      await dismissAnswer({ answers, ask: platform.ask, gesture }, answerId, signal);
      return {};
    },
  ),
  changeOfAnswer(
    'answer.restore',
    { says: 'Restore a response', costs: 'keystroke', asks: 'nothing' },
    {},
    (answerId, _input, { services }) => services.answers.restore(answerId),
  ),
  changeOfAnswer(
    'answer.adopt',
    { says: 'Use another token', costs: 'gesture', asks: ['confirm-trust', 'confirm'] },
    { how: z.enum(['replace', 'beside']), name: maybe(nameText), colour: maybe(colour) },
    (_answerId, options, { services, signal }) => adopt(services, options, signal),
  ),
] as const;

/** Writes an answer as it came, after a question. Rejects with `cancelled`, `invalid-input`. */
async function toFile(
  { answers, platform }: Services,
  answerId: string,
  signal: AbortSignal,
): Promise<{ readonly fileName: string }> {
  const { title, path, form } = answers.view(answerId);
  const answer = await platform.ask(
    {
      kind: 'confirm',
      title: 'Save this response to a file?',
      facts: [prose('Response', title)],
      body: ['Saved unencrypted with every credential in it, readable by your account only.'],
      action: 'Choose a file',
      destructive: false,
    },
    signal,
  );
  const chosen =
    answer.kind === 'submit' && !signal.aborted
      ? await platform.chooseSavePath('answer', suggestedName(path, form))
      : undefined;
  // Locked, or left, while the question or the dialog was open.
  if (chosen === undefined || signal.aborted)
    throw new AppFailure({ kind: 'cancelled', message: 'No file was written.' });
  await writeValueFile(chosen, answers.original(answerId));
  answers.noteTaken(answerId);
  return { fileName: basename(chosen) };
}

function suggestedName(path: string, form: string): string {
  return `${suggestedFileName(path.replace(/\?.*$/s, ''), 'answer')}.${form === 'json' ? 'json' : 'txt'}`;
}

/** Uses the client token of an answer; the answer stays held until it is dismissed. */
function adopt(parts: Services, options: Input<'answer.adopt'>, signal: AbortSignal): Promise<SessionView> {
  // Adopting is not taking: the user has it once copied, read or saved.
  return adopted(parts, options, signal);
}

function adopted(
  { answers, sessions }: Services,
  { answerId, how, name = '', colour }: Input<'answer.adopt'>,
  signal: AbortSignal,
): Promise<SessionView> {
  const token = answers.clientTokenOf(answerId);
  const sessionId = answers.sessionOf(answerId);
  const opened = sessions.list().find((view) => view.sessionId === sessionId);
  if (how === 'replace') {
    if (opened !== undefined) return sessions.adopt(opened.sessionId, { token, answerId }, signal);
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'how',
      message: 'There is no open session whose token this one could replace.',
      hint: 'Open it as a new session.',
    });
  }
  const called = {
    name: name.trim() === '' ? (opened?.name ?? '') : name,
    colour: colour ?? opened?.colour ?? ('grey' as const),
  };
  if (opened !== undefined) return sessions.openBeside(opened.sessionId, token, called, signal);
  const target = answers.targetOf(answerId);
  if (target !== undefined) return sessions.openAt(target, token, called, signal);
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'answerId',
    message: 'The server of this token is not known any more.',
    hint: 'Copy it, and log in with it.',
  });
}
