import { expect, it } from 'vitest';
import { oneLine } from './one-line.ts';

it.each([
  ['', ''],
  ['one line', 'one line'],
  [' 1 error occurred:\n\t* permission denied\r\n\n', '1 error occurred: * permission denied'],
  ['two  spaces stay', 'two  spaces stay'],
  ['\t \n', ''],
])('%j is %j in one line', (text, expected) => {
  expect(oneLine(text)).toBe(expected);
});
