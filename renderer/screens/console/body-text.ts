/** Adds a field of the server's description to the body's text, for the user to fill in. */
import { composeObject, indentJson, sliceMembers } from '../../../shared/vault/json-slices.ts';
import type { ApiField } from '../../../shared/vault/console.ts';

/** The text with the field added; undefined if it is not an object, or has the field already. */
export function withMember(json: string, { name, type, defaultJson }: ApiField): string | undefined {
  try {
    const members = json.trim() === '' ? [] : sliceMembers(json);
    if (members.some(([key]) => key === name)) return undefined;
    return indentJson(composeObject([...members, [name, defaultJson ?? blank[type]]]));
  } catch {
    // Not an object yet: the member cannot be added.
    return undefined;
  }
}

const blank: Readonly<Record<ApiField['type'], string>> = {
  string: '""',
  duration: '""',
  time: '""',
  integer: '0',
  number: '0',
  boolean: 'false',
  array: '[]',
  object: '{}',
};
