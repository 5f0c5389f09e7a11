/** YAML of any tool; aliases are counted, so that a few lines cannot stand for gigabytes. */
import { importYamlLength } from '../../../../shared/vault/import.ts';
import { parseYaml } from '../../parse-yaml.ts';
import { unreadable } from '../imported-entry.ts';
import type { Reader } from '../imported-entry.ts';
import { ofMembers } from './json.ts';

/** YAML mappings. */
export const yaml: Reader = {
  recognises: ({ text }) => text !== '',
  read: async (source) => {
    if (source.text.length > importYamlLength)
      throw unreadable(
        'The file was taken for YAML, which can have 8 MiB: reading it needs some 60 times its size in memory.',
        'Convert it to JSON, or import it in parts.',
      );
    const read = await parseYaml(source.text, importYamlLength);
    if (!read.ok) throw unreadable(`this is not YAML: ${read.message}.`, undefined, read.line);
    const made = ofMembers(read.members, 'yaml', source);
    return { ...made, warnings: [...read.warnings, ...made.warnings] };
  },
};
