/** Credential form: login, second factor, key share. All fields are sent at once, and only to main. */
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { checkedField } from './checked-field.ts';
import { destinationFacts } from './destination.ts';
import { factList } from './fact-list.ts';
import { noteLines } from './notes.ts';
import { problemOf } from './problem.ts';
import { make } from './dom.ts';
import { promptFrame, type Answer, type Prompt } from './prompt-frame.ts';
import { longText, mostOfSentence } from './visible-text.ts';

type FieldsRequest = Extract<TrustedRequest, { readonly kind: 'enter-fields' }>;

/** Builds the form with the cursor in the first empty field, a required one if possible. */
export function enterFields(request: FieldsRequest, answer: Answer): Prompt {
  const { title, facts = [], intro, destination, action, problem } = request;
  const fields = request.fields.map((options, index) => checkedField(options, `field-${String(index)}`));
  const submit = (): void => {
    // Every field shows its problem; the first invalid one gets the focus.
    const wrong = fields.filter((field) => !field.tidy());
    wrong[0]?.input().focus();
    if (wrong.length > 0) return;
    const values = Object.fromEntries(fields.map(({ name, text }) => [name, text()]));
    answer({ kind: 'fields', values });
  };
  const empty = fields.filter((field) => field.isEmpty());
  const first = empty.find(({ optional }) => !optional) ?? empty[0] ?? fields[0];
  return promptFrame({
    icon: 'key',
    title,
    facts:
      destination !== undefined
        ? [destinationFacts(destination, facts)]
        : facts.length === 0
          ? []
          : [factList(facts)],
    text: [
      ...problemOf(problem),
      ...noteLines(destination?.notes),
      ...intro.map((text) => make('p', {}, longText(text, mostOfSentence))),
    ],
    fields: fields.map(({ element }) => element),
    action,
    submit,
    answer,
    ...(first === undefined ? {} : { firstFocus: first.input() }),
  });
}
