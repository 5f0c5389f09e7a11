import { expect, it } from 'vitest';
import { dataToWrap, forRecipient } from './wrap.ts';

it('quotes the name of the recipient in the title, so that it does not read as a sentence of it', () => {
  const ready = dataToWrap('text', '{}');
  expect(forRecipient(ready, ' Eve ').title).toBe('text for “Eve”');
  expect(forRecipient(ready, ' ').title).toBe('text');
});
