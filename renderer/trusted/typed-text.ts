/** Cleans typed or pasted field text: reports dropped characters, refuses input that cannot be sent. */
import { longestTrustedText, type TrustedField } from '../../shared/ipc/trusted-contract.ts';
import { inSentence } from './entry-field.ts';
import { cleanToken } from './token-text.ts';

export interface TidyText {
  readonly text: string;
  /** Sentence about dropped characters; empty if none were dropped. */
  readonly note: string;
  /** Reason this cannot be sent, as a sentence; undefined if it can. */
  readonly problem?: string;
}

type Form = Pick<TrustedField, 'label' | 'form' | 'multiline'>;

/** Cleans the text as the field requires. An empty text is accepted here. */
export function tidyText(field: Form, typed: string): TidyText {
  if (typed.length > longestTrustedText)
    return {
      text: typed,
      note: '',
      problem: `This is longer than anything that is sent as ${inSentence(field.label)}.`,
    };
  switch (field.form) {
    case 'token':
      return tokenText(typed, inSentence(field.label));
    case 'digits':
      return digits(typed);
    default:
      return field.multiline === true ? { text: typed, note: '' } : oneLine(typed);
  }
}

function tokenText(typed: string, what: string): TidyText {
  const { token, trimmed, problem } = cleanToken(typed, what);
  const note = trimmed && token !== '' ? `Spaces or line breaks around the ${what} were left out.` : '';
  return problem === undefined || token === '' ? { text: token, note } : { text: token, note, problem };
}

/** Passcodes are often displayed in groups: `123 456`. */
function digits(typed: string): TidyText {
  const text = typed.replace(/[\s\u200b-\u200f\u2060\ufeff\u2010-\u2015-]/g, '');
  const note = text === typed ? '' : 'Spaces and dashes were left out.';
  return /^\d*$/.test(text) ? { text, note } : { text, note, problem: 'This takes digits only.' };
}

/** A one-line input drops line breaks silently; here the user is told. Spaces can belong to a password. */
function oneLine(typed: string): TidyText {
  const text = typed.replace(/[\r\n]+/g, '');
  return { text, note: text === typed ? '' : 'Line breaks were left out.' };
}
