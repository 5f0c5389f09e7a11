/** Fields set by a request, before and after, as main compared them with the server's. */
import type { ChangedField, FieldLine } from '../../shared/ipc/trusted-contract.ts';
import { make } from './dom.ts';

const signs = { added: '+', removed: '−', sent: '' } as const;
const tags = { added: 'ins', removed: 'del', sent: 'div' } as const;

/** Builds a box of fields, with a line per text and per list item. */
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

/** True if the value fits beside the field's name. */
function isShort([line, ...others]: readonly FieldLine[]): boolean {
  return line?.kind === 'sent' && others.length === 0 && line.text.length <= 40;
}

function lineOf({ kind, text }: FieldLine): HTMLElement {
  // Tabs are ordinary in a policy; other invisible characters appear as their code points.
  const line = make('code', {}, text.replaceAll('\t', '  '));
  return make(tags[kind], {}, make('span', { class: 'sign' }, signs[kind]), line);
}
