/**
 * The phrase and the picture on every prompt. The page can draw anything, a prompt included, but not a mark that it
 * has never seen: it is made here at the first start, is kept in a file of main's own, and goes to the trusted view
 * alone. No call, event or log line carries it.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { PromptMark, TrustedAnswer } from '../../shared/ipc/trusted-contract.ts';
import { isDisplayName } from '../../shared/vault/display-name.ts';
import type { Ask } from '../core/platform.ts';
import type { OwnFiles } from '../disk/own-files.ts';
import { promptWords } from './prompt-words.ts';

const WORDS = 4;
const SHORTEST = 6;
const LONGEST = 60;

export interface PromptMarkStore {
  readonly get: () => PromptMark;
  readonly set: (mark: PromptMark) => void;
  /** True until first answered with it. */
  readonly isNew: () => boolean;
  readonly introduced: () => void;
}

interface StoredMark extends PromptMark {
  readonly introduced: boolean;
}

/** Opens the mark of a data folder, and makes one if it has none. */
export function openPromptMark(dataFolder: string, files: Pick<OwnFiles, 'open'>): PromptMarkStore {
  const file = files.open<StoredMark | undefined>({
    path: join(dataFolder, 'prompt-mark.json'),
    version: 1,
    holds: 'The phrase of the secure prompt',
    parse: storedMark,
    initial: undefined,
  });
  const stored = (): StoredMark => {
    const there = file.value();
    if (there !== undefined) return there;
    const made = { ...drawMark(), introduced: false };
    file.save(made);
    return made;
  };
  return {
    get: () => {
      const { phrase, picture } = stored();
      return { phrase, picture };
    },
    set: (mark) => file.save({ ...mark, introduced: true }),
    isNew: () => !stored().introduced,
    introduced: () => {
      if (!stored().introduced) file.save({ ...stored(), introduced: true });
    },
  };
}

/** Draws four different words and a picture: some 32 bits each. */
export function drawMark(): PromptMark {
  const left = [...promptWords];
  const words = Array.from({ length: WORDS }, () => left.splice(randomInt(left.length), 1).join(''));
  return { phrase: words.join(' '), picture: randomBytes(4).toString('hex') };
}

/** True for a valid choice: long enough to be noticed, short enough to be read at a glance. */
export function isMark({ phrase, picture }: PromptMark): boolean {
  const { length } = phrase.trim();
  return isDisplayName(phrase) && length >= SHORTEST && length <= LONGEST && /^[0-9a-f]{8}$/.test(picture);
}

/** The mark in the answer of a `choose-mark` prompt, if valid. */
export function markIn(answer: TrustedAnswer): PromptMark | undefined {
  if (answer.kind !== 'fields') return undefined;
  const { phrase = '', picture = '' } = answer.values;
  const mark = { phrase: phrase.trim(), picture };
  return isMark(mark) ? mark : undefined;
}

/** Lets the user choose another mark; reached from the menu, which the page cannot reach. */
export async function chooseMark(ask: Ask, store: PromptMarkStore): Promise<void> {
  const mark = markIn(await ask({ kind: 'choose-mark', mark: store.get() }));
  if (mark !== undefined) store.set(mark);
}

function storedMark(data: unknown): StoredMark | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { phrase, picture, introduced }: Partial<Record<keyof StoredMark, unknown>> = data;
  if (typeof phrase !== 'string' || typeof picture !== 'string') return undefined;
  return isMark({ phrase, picture }) ? { phrase, picture, introduced: introduced === true } : undefined;
}
