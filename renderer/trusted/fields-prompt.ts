/** A form for credentials: a login, a second factor, a key share. All of it leaves at once, and only to main. */
import type { TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import { checkedField } from './checked-field.ts';
import { destinationFacts } from './destination.ts';
import { factList } from './fact-list.ts';
import { problemOf } from './problem.ts';
import { make } from './dom.ts';
import { promptFrame, type Answer, type Prompt } from './prompt-frame.ts';
import { longText, mostOfSentence } from './visible-text.ts';

type FieldsRequest = Extract<TrustedRequest, { readonly kind: 'enter-fields' }>;

/** Builds the form; the cursor stands in the first field that is still to be filled. */
export function enterFields(request: FieldsRequest, answer: Answer): Prompt {
  const { title, facts = [], intro, destination, action, problem } = request;
  const fields = request.fields.map((options, index) => checkedField(options, `field-${String(index)}`));
  const submit = (): void => {
    // Every field says what is wrong with it; the first such one is where to go on.
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
    facts: [
      ...(facts.length === 0 ? [] : [factList(facts)]),
      ...(destination === undefined ? [] : [destinationFacts(destination)]),
    ],
    text: [...problemOf(problem), ...intro.map((text) => make('p', {}, longText(text, mostOfSentence)))],
    fields: fields.map(({ element }) => element),
    action,
    submit,
    answer,
    ...(first === undefined ? {} : { firstFocus: first.input() }),
  });
}
