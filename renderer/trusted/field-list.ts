/** The fields that a request sets, before and after, as main has compared them with what the server holds. */
import type { ChangedField, FieldLine } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';

const signs = { added: '+', removed: '−', sent: '' } as const;
const tags = { added: 'ins', removed: 'del', sent: 'div' } as const;

/** A box of the fields, a line for each text and each item of a list. */
export function fieldList(fields: readonly ChangedField[]): HTMLElement {
  return make(
    'div',
    { class: 'lines sent', role: 'group', 'aria-label': 'Fields' },
    ...fields.map(({ name, lines }) =>
      make(
        'div',
        { class: isShort(lines) ? 'set-field short' : 'set-field' },
        make('span', { class: 'field-name' }, name),
        ...lines.map(lineOf),
      ),
    ),
  );
}

/** What stands beside its name. */
function isShort([line, ...others]: readonly FieldLine[]): boolean {
  return line?.kind === 'sent' && others.length === 0 && line.text.length <= 40;
}

function lineOf({ kind, text }: FieldLine): HTMLElement {
  // A tab is no riddle in a policy; whatever else would not be seen is shown by its number.
  const line = make('code', {}, text.replaceAll('\t', '  '));
  return make(tags[kind], {}, make('span', { class: 'sign' }, signs[kind]), line);
}
