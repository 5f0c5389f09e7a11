/** Formats of JSON Schema that templates check; each takes time linear in the text. */
import { isIP } from 'node:net';

const date = /^\d{4}-\d\d-\d\d$/;
const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const local = /^[^\s@"(),:;<>[\\\]]{1,64}$/;

const isHost = (text: string): boolean =>
  text.length <= 253 && text.split('.').every((part) => label.test(part));

/** By the name of the format. */
export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', (text: string) => date.test(text) && !Number.isNaN(Date.parse(text))],
  ['date-time', (text: string) => dateTime.test(text) && !Number.isNaN(Date.parse(text))],
  ['uuid', (text: string) => uuid.test(text)],
  ['hostname', isHost],
  ['ipv4', (text: string) => isIP(text) === 4],
  ['ipv6', (text: string) => isIP(text) === 6],
  ['uri', (text: string) => text.length <= 8192 && /^[a-z][a-z\d+.-]*:\S/i.test(text) && URL.canParse(text)],
  [
    'email',
    (text: string) => {
      const at = text.lastIndexOf('@');
      return at > 0 && local.test(text.slice(0, at)) && isHost(text.slice(at + 1));
    },
  ],
]);
