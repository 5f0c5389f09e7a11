/** The body's text with a field of the server's description put in, for a person to fill in. */
import { composeObject, indentJson, sliceMembers } from '../../../shared/vault/json-slices.ts';
import type { ApiField } from '../../../shared/vault/console.ts';

/** The text with the field added; undefined where it is not an object now, or has the field. */
export function withMember(json: string, { name, type, defaultJson }: ApiField): string | undefined {
  try {
    const members = json.trim() === '' ? [] : sliceMembers(json);
    if (members.some(([key]) => key === name)) return undefined;
    return indentJson(composeObject([...members, [name, defaultJson ?? blank[type]]]));
  } catch {
    // Not an object yet: there is nothing to add a member to.
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
