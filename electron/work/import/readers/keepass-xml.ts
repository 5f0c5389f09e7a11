/**
 * KeePass 2 XML (https://keepass.info/help/kb/kdbx.html has its elements): groups become folders, the history of an
 * entry its older versions. The parser expands no entities of a DTD, and a file with one is refused.
 */
import { gunzipSync } from 'node:zlib';
import { Keys, customMetadata, unreadable } from '../imported-entry.ts';
import type { Attachment, ImportedEntry, ImportedVersion, Reader } from '../imported-entry.ts';

/** Bytes of one attached file. */
const LARGEST_ATTACHMENT = 16 * 1024 * 1024;
/** Deeper files are not KeePass's. */
const DEEPEST = 200;

const standardKeys: Readonly<Record<string, string>> = {
  UserName: 'username',
  Password: 'password',
  URL: 'url',
  Notes: 'notes',
};

/** An entry while its elements are read. */
interface Draft {
  itemName: string;
  readonly keys: Keys;
  readonly history: ImportedVersion[];
  readonly files: { name: string; ref: string }[];
  tags: string;
  expires: string;
  isExpiring: boolean;
}

/** XML with the elements of KeePass. */
export const keepassXml: Reader = {
  recognises: ({ text }) => {
    const head = text.slice(0, 4096).trimStart();
    return head.startsWith('<') && /<(?:KeePassFile|!DOCTYPE)\b/.test(head);
  },
  read: async ({ text }) => {
    const { SaxesParser } = await import('saxes');
    const parser = new SaxesParser<{ readonly position: true; readonly xmlns: false }>({
      position: true,
      xmlns: false,
    });
    const collected = collecting();
    parser.on('doctype', () => {
      throw unreadable('a document type is not allowed here.', undefined, parser.line);
    });
    parser.on('error', () => {
      throw unreadable('this is not well-formed XML, or it was cut off.', undefined, parser.line);
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (collected.depth() >= DEEPEST) throw unreadable('it is nested too deeply.', undefined, parser.line);
      collected.open(name, attributes);
    });
    parser.on('text', (part) => collected.text(part));
    parser.on('cdata', (part) => collected.text(part));
    parser.on('closetag', ({ name }) => collected.close(name));
    parser.write(text).close();
    return { format: 'keepass-xml', titled: true, ...collected.result() };
  },
};

type Attributes = Readonly<Record<string, string>>;

function collecting() {
  const path: string[] = [];
  const groups: { name: string; uuid: string }[] = [];
  const drafts: Draft[] = [];
  const binaries = new Map<string, string>();
  const entries: { readonly draft: Draft; readonly folders: readonly string[]; readonly inBin: boolean }[] =
    [];
  let attributes: Attributes = {};
  let text = '';
  let key = '';
  let ref = '';
  let recycleBin = '';
  let unreadableValues = 0;
  const parent = (): string => path.at(-2) ?? '';

  const closing: Readonly<Record<string, () => void>> = {
    Name: () => {
      const group = groups.at(-1);
      if (parent() === 'Group' && group !== undefined) group.name = text;
    },
    UUID: () => {
      const group = groups.at(-1);
      if (parent() === 'Group' && group !== undefined) group.uuid = text.trim();
    },
    RecycleBinUUID: () => (recycleBin = text.trim()),
    Key: () => (key = text),
    Value: () => {
      const draft = drafts.at(-1);
      if (draft === undefined) return;
      if (parent() === 'Binary') draft.files.push({ name: key, ref });
      // Encrypted by a stream that only the database itself has.
      else if (attributes['Protected'] === 'True' && text !== '') unreadableValues++;
      else if (key === 'Title') draft.itemName = text;
      else draft.keys.text(Object.hasOwn(standardKeys, key) ? (standardKeys[key] ?? key) : key, text);
    },
    Tags: () => {
      const draft = drafts.at(-1);
      if (draft !== undefined) draft.tags = text.trim();
    },
    ExpiryTime: () => {
      const draft = drafts.at(-1);
      if (draft !== undefined) draft.expires = text.trim();
    },
    Expires: () => {
      const draft = drafts.at(-1);
      if (draft !== undefined) draft.isExpiring = text.trim() === 'True';
    },
    Entry: () => {
      const draft = drafts.pop();
      if (draft === undefined) return;
      const owner = drafts.at(-1);
      if (owner !== undefined) owner.history.push({ members: draft.keys.members });
      else
        entries.push({
          draft,
          // The group around all others is the database.
          folders: groups.slice(1).map(({ name }) => name),
          inBin: groups.some(({ uuid }) => uuid !== '' && uuid === recycleBin),
        });
    },
    Group: () => void groups.pop(),
  };

  return {
    depth: () => path.length,
    open: (name: string, given: Attributes): void => {
      path.push(name);
      text = '';
      attributes = given;
      if (name === 'Group') groups.push({ name: '', uuid: '' });
      else if (name === 'Entry') drafts.push(newDraft());
      else if (name === 'Value') ref = given['Ref'] ?? '';
    },
    text: (part: string): void => void (text += part),
    close: (name: string): void => {
      if (name === 'Binary' && parent() === 'Binaries') addBinary(binaries, attributes, text);
      else if (Object.hasOwn(closing, name)) closing[name]?.();
      path.pop();
      text = '';
    },
    result: () => {
      const living = entries.filter(({ inBin }) => !inBin);
      const thrown = entries.length - living.length;
      return {
        entries: living.map(({ draft, folders }) => entryOf(draft, folders, binaries)),
        warnings: [
          ...(thrown === 0 ? [] : [`${String(thrown)} entries in the recycle bin are left out.`]),
          ...(unreadableValues === 0
            ? []
            : [`${String(unreadableValues)} values are encrypted in the file and are left out.`]),
        ],
      };
    },
  };
}

function newDraft(): Draft {
  return { itemName: '', keys: new Keys(), history: [], files: [], tags: '', expires: '', isExpiring: false };
}

function entryOf(
  draft: Draft,
  folders: readonly string[],
  binaries: ReadonlyMap<string, string>,
): ImportedEntry {
  const attachments = draft.files.map(({ name, ref }): Attachment => {
    const base64 = binaries.get(ref);
    return base64 === undefined ? { name } : { name, base64 };
  });
  return {
    folders,
    name: draft.itemName,
    versions: [...draft.history, { members: draft.keys.members }],
    ...customMetadata({ tags: draft.tags, expires: draft.isExpiring ? draft.expires : '' }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

function addBinary(binaries: Map<string, string>, attributes: Attributes, text: string): void {
  const { ID: id = '', Compressed: compressed, Protected: isProtected } = attributes;
  if (isProtected === 'True') return;
  const packed = Buffer.from(text, 'base64');
  try {
    const bytes =
      compressed === 'True' ? gunzipSync(packed, { maxOutputLength: LARGEST_ATTACHMENT }) : packed;
    if (bytes.length <= LARGEST_ATTACHMENT) binaries.set(id, bytes.toString('base64'));
  } catch {
    // Damaged or too large: the attachment is said to be without its content.
  }
}
