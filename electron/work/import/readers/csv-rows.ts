/** Rows of CSV text (RFC 4180), with the separator of its first line: comma, semicolon or tab. */
import { unreadable } from '../imported-entry.ts';

/** Reads all rows, without empty lines. Throws `invalid-input` with the line for a quote that never closes. */
export function csvRows(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let line = 1;
  const endRow = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at <= text.length;) {
    if (text.charAt(at) === '"') {
      const opened = line;
      let value = '';
      let from = at + 1;
      for (;;) {
        const end = text.indexOf('"', from);
        if (end === -1) throw unreadable('the quote that opens here is never closed.', undefined, opened);
        value += text.slice(from, end);
        if (text.charAt(end + 1) !== '"') {
          at = end + 1;
          break;
        }
        value += '"';
        from = end + 2;
      }
      line += value.split('\n').length - 1;
      row.push(value);
      if (at < text.length && !isEnd(text.charAt(at), separator))
        throw unreadable('something follows a closing quote.', undefined, line);
    } else {
      let end = at;
      while (end < text.length && !isEnd(text.charAt(end), separator)) end++;
      row.push(text.slice(at, end));
      at = end;
    }
    if (text.charAt(at) === separator) {
      at++;
      continue;
    }
    if (text.startsWith('\r\n', at)) at++;
    at++;
    line++;
    endRow();
  }
  return rows;
}

function isEnd(sign: string, separator: string): boolean {
  return sign === separator || sign === '\n' || sign === '\r';
}

/** The separator that the first line has most often outside quotes. */
function separatorOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 65_536))?.[0] ?? '';
  const bare = first.replace(/"(?:[^"]|"")*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => [sign, bare.split(sign).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
