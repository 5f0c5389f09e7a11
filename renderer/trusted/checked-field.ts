/** Field with input rules: cleans pasted text visibly and reports input that cannot be sent. */
import type { TrustedField } from '../../shared/ipc/trusted-contract.ts';
import { entryField, inSentence, type EntryField } from './entry-field.ts';
import { tidyText } from './typed-text.ts';

export interface CheckedField extends EntryField {
  readonly name: string;
  readonly optional: boolean;
  readonly isEmpty: () => boolean;
  /** Cleans the text again; returns false and shows the problem if it cannot be sent. */
  readonly tidy: () => boolean;
}

/** Builds the field as described by main; `id` is unique in the document. */
export function checkedField(options: TrustedField, id: string, problem?: string): CheckedField {
  const {
    name,
    label,
    secret,
    value,
    placeholder,
    hint,
    optional = false,
    multiline = false,
    form,
  } = options;
  const field = entryField({
    id,
    label,
    secret,
    value,
    placeholder,
    hint,
    optional,
    multiline,
    problem,
    numeric: form === 'digits',
  });

  field.element.addEventListener('paste', (event) => {
    // The browser would silently drop characters the field does not accept.
    event.preventDefault();
    const pasted = tidyText(options, event.clipboardData?.getData('text/plain') ?? '');
    field.insert(pasted.text);
    const whole = tidyText(options, field.text());
    field.say(pasted.note);
    if (whole.problem !== undefined) field.complain(whole.problem);
  });
  field.element.addEventListener('keydown', (event) => {
    const { target, key, isComposing, ctrlKey, metaKey } = event;
    if (!(target instanceof HTMLTextAreaElement) || key !== 'Enter' || isComposing) return;
    // Tokens have no line breaks, so Enter submits; elsewhere a line break is part of the text.
    if (form === undefined && !ctrlKey && !metaKey) return;
    event.preventDefault();
    target.form?.requestSubmit();
  });

  return {
    ...field,
    name,
    optional,
    isEmpty: () => field.text() === '',
    tidy: () => {
      const before = field.text();
      const { text, note, problem: wrong } = tidyText(options, before);
      if (text !== before) {
        field.setText(text);
        field.say(note);
      }
      const missing = text === '' && !optional ? `Type or paste the ${inSentence(label)} first.` : undefined;
      const trouble = wrong ?? missing;
      if (trouble !== undefined) field.complain(trouble);
      return trouble === undefined;
    },
  };
}
