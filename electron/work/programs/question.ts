/**
 * The question about a request, in main's own words. Everything a program can choose (names, paths, arguments) stands
 * in facts and lists as data, cut; the prompt marks hidden characters in it.
 */
import { notice, prose } from '../../../shared/ipc/prompt-notes.ts';
import type {
  ChangedField,
  PromptChoice,
  PromptFact,
  PromptNote,
} from '../../../shared/ipc/trusted-contract.ts';
import { counted } from '../../../shared/vault/counted.ts';
import { shellWord } from '../../../shared/vault/shell-word.ts';
import type { ProcessFacts } from '../../core/program-system.ts';
import type { Identity } from './identity.ts';

/** An agent that asks; both texts are its own. */
export interface AskingAgent {
  readonly name: string;
  /** Its reason; empty without one. */
  readonly reason: string;
}

/** A question as the gate shows it. */
export interface ProgramQuestion {
  readonly title: string;
  readonly facts: readonly PromptFact[];
  readonly notes: readonly PromptNote[];
  readonly body: readonly string[];
  readonly fields: readonly ChangedField[];
  readonly choices: readonly PromptChoice[];
  readonly details: readonly ChangedField[];
}

/** Words of a command about what it does; the rest is the same for all. */
export interface ProgramWords {
  readonly title: string;
  readonly action: string;
  readonly facts?: readonly PromptFact[];
  readonly notes?: readonly PromptNote[];
}

/** Answers to the question, as its choices name them. */
export type ProgramConsent = 'once' | 'process' | 'folder';

export const folderMinutes = 15;

const longestFact = 600;
const mostFactKeys = 3;

export interface QuestionParts {
  readonly words: ProgramWords;
  readonly identity: Identity;
  /** A line for each thing asked for. */
  readonly keys: readonly string[];
  readonly agent?: AskingAgent;
  readonly offered: readonly ProgramConsent[];
}

/** Writes the question. */
export function programQuestion({ words, identity, keys, agent, offered }: QuestionParts): ProgramQuestion {
  const { files, argv, place, process } = identity;
  const few = keys.length <= mostFactKeys;
  return {
    title: words.title,
    facts: [
      ...(agent === undefined
        ? []
        : [
            { name: 'Agent calls itself', value: cut(agent.name) },
            { name: 'Agent’s reason', value: cut(agent.reason) },
          ]),
      { name: 'Program', value: cut(files.program.path) },
      { name: 'Script', value: cut(files.script?.path ?? '') },
      argv === undefined
        ? { ...prose('Command', 'any arguments'), notice: true }
        : { name: 'Command', value: cut(commandLine(argv)) },
      { name: 'Folder', value: cut(place.folder.path) },
      ...(words.facts ?? []),
      ...(few
        ? keys.map((key) => ({ name: 'Key', value: cut(key) }))
        : [prose('Keys', `${String(keys.length)}, listed below`)]),
    ],
    notes: [
      ...(words.notes ?? []),
      ...(place.loaders.length === 0
        ? []
        : [
            notice(
              'Variables in its environment can make the program run other code. They are listed below.',
            ),
          ]),
    ],
    body: [],
    fields: [
      list(`Keys (${String(keys.length)})`, few ? [] : keys),
      list('Whole command', argv === undefined ? [] : piecesOf(commandLine(argv))),
      list('Variables that can load code', place.loaders),
    ].filter(({ lines }) => lines.length > 0),
    details: [
      list('Started by', place.parents.map(processLine)),
      list('SHA-256 of program and script', [
        files.program.sha256,
        ...(files.script === undefined ? [] : [files.script.sha256]),
      ]),
    ].filter(({ lines }) => lines.length > 0),
    choices: offered.map((consent) => choice(consent, words.action, process, argv === undefined)),
  };
}

function choice(
  consent: ProgramConsent,
  action: string,
  process: ProcessFacts | undefined,
  any: boolean,
): PromptChoice {
  const usual = { value: consent, action, destructive: false };
  switch (consent) {
    case 'once':
      return { ...usual, label: 'Once', hint: 'The next request asks again.' };
    case 'process':
      return {
        ...usual,
        label: 'While the process that started it runs',
        hint: `${process === undefined ? '' : cut(processLine(process))}: ${any ? 'for any arguments' : 'for this command, in this folder'}.`,
      };
    case 'folder':
      return {
        ...usual,
        label: `For ${counted(folderMinutes, 'minute')}`,
        hint: 'For this command in this folder.',
      };
  }
}

/** A command as a shell reads it, in one line: a line break within a word could look like a fact of its own. */
function commandLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ').replaceAll('\n', "'$'\\n''");
}

/** A text too long for a fact, in full; none of one that is not. Nothing that runs may hide behind a cut. */
function piecesOf(text: string): readonly string[] {
  if (text.length <= longestFact) return [];
  return Array.from({ length: Math.ceil(text.length / longestFact) }, (_, at) =>
    text.slice(at * longestFact, (at + 1) * longestFact),
  );
}

function processLine({ pid, name, path }: ProcessFacts): string {
  return `${path === '' ? name : path} (${String(pid)})`;
}

function list(name: string, lines: readonly string[]): ChangedField {
  return { name, lines: lines.map((text) => ({ kind: 'sent', text: cut(text) })) };
}

/** A long text's start, and the number of characters left out. */
function cut(text: string): string {
  if (text.length <= longestFact) return text;
  return `${text.slice(0, longestFact)}… (${String(text.length - longestFact)} more characters)`;
}
