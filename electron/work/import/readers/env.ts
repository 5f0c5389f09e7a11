/** `.env`: one entry of all variables. */
import { isAssignment, parseEnv } from '../../parse-env.ts';
import { unreadable } from '../imported-entry.ts';
import type { Reader } from '../imported-entry.ts';
import { bareName, placedAt } from './placed.ts';

/** Assignments of a shell or of Docker. */
export const env: Reader = {
  recognises: ({ fileName, text }) =>
    (text !== '' && /(?:^|\.)env(?:\.|$)/i.test(fileName)) ||
    (firstLine(text) !== undefined && isAssignment(firstLine(text) ?? '')),
  read: async ({ fileName, text }) => {
    const read = await parseEnv(text);
    if (!read.ok) throw unreadable(`${read.message}.`, undefined, read.line);
    if (read.members.length === 0) throw unreadable('The file has no assignments.');
    return {
      format: 'env',
      titled: false,
      entries: [placedAt(bareName(fileName), read.members)],
      warnings: read.warnings,
    };
  },
};

/** The first line that says something. */
function firstLine(text: string): string | undefined {
  return text
    .slice(0, 65_536)
    .split('\n')
    .find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
}
