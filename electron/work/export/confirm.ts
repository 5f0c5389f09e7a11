/** The questions before an export, in the secure prompt: what leaves the server, into which file, readable by whom. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import { counted } from '../../../shared/vault/counted.ts';
import { formatFacts } from '../../../shared/vault/export.ts';
import type { ExportOptions } from '../../../shared/vault/export.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import type { Ask } from '../../core/platform.ts';
import type { Session } from '../../core/session/session.ts';
import { isRecipient } from './age.ts';
import type { Lock } from './age.ts';

/** Refuses choices that the format cannot carry, and texts that are no public keys. Rejects with `invalid-input`. */
export async function checkOptions(
  options: ExportOptions,
  sessionId: string,
  places: readonly SelectedPlace[],
) {
  const facts = formatFacts[options.format];
  if (places.some((place) => place.sessionId !== sessionId))
    throw refused('places', 'An export is of one connection. Nothing was exported.');
  if (options.versions === 'all' && !facts.versions)
    throw refused('options.versions', `${facts.label} has no room for older versions.`);
  if (options.metadata && !facts.metadata)
    throw refused('options.metadata', `${facts.label} has no room for metadata.`);
  if (!options.values && !facts.withoutValues)
    throw refused('options.values', `${facts.label} cannot be written without values.`);
  if (options.protection.kind !== 'recipients') return;
  for (const recipient of options.protection.recipients)
    if (!(await isRecipient(recipient)))
      throw refused('options.protection.recipients', 'One of the recipients is not a public key of age.');
}

/** Shortest passphrase, in characters: a stolen file can be tried against for years. */
const SHORTEST = 10;

/** Asks; resolves to the protection, undefined for a clear file. Rejects with `cancelled`. */
export async function askToExport(
  { ask, session, signal }: { readonly ask: Ask; readonly session: Session; readonly signal: AbortSignal },
  places: readonly SelectedPlace[],
  options: ExportOptions,
  path: string,
): Promise<Lock | undefined> {
  const facts = factsOf(session, places, options, path);
  const { protection } = options;
  if (protection.kind === 'passphrase') return { passphrase: await askPassphrase(ask, facts, signal) };
  const answer = await ask(
    {
      kind: 'confirm',
      title: protection.kind === 'none' ? 'Export without encryption?' : 'Export these entries?',
      facts,
      body: [
        protection.kind !== 'none'
          ? 'Anyone with the private key of a recipient can read the file.'
          : options.values
            ? 'Anyone who can open the file can read every value in it.'
            : 'Anyone who can open the file can read the names and metadata in it.',
      ],
      fields: [
        {
          name: 'Exported',
          lines: places.map((place) => ({ kind: 'sent', text: placeText(place) })),
        },
      ],
      action: protection.kind === 'none' ? 'Export in clear' : 'Export',
      destructive: protection.kind === 'none' && options.values,
    },
    signal,
  );
  if (answer.kind !== 'submit') throw declined();
  return protection.kind === 'none' ? undefined : { recipients: protection.recipients };
}

async function askPassphrase(ask: Ask, facts: readonly PromptFact[], signal: AbortSignal): Promise<string> {
  for (let problem: string | undefined; ;) {
    const answer = await ask(
      {
        kind: 'enter-fields',
        title: 'Encrypt this export',
        facts,
        intro: ['Without this passphrase no one can open the file.'],
        fields: [
          { name: 'passphrase', label: 'New passphrase', secret: true },
          { name: 'again', label: 'The same again', secret: true },
        ],
        action: 'Export',
        ...(problem === undefined ? {} : { problem }),
      },
      signal,
    );
    if (answer.kind !== 'fields') throw declined();
    const { passphrase = '', again = '' } = answer.values;
    if (passphrase !== again) problem = 'The two are not the same.';
    else if (passphrase.length < SHORTEST)
      problem = `A passphrase has at least ${String(SHORTEST)} characters.`;
    else return passphrase;
  }
}

/** Places in the facts; the clear export lists all of them. */
const MOST_FACTS = 6;

function factsOf(
  session: Session,
  places: readonly SelectedPlace[],
  options: ExportOptions,
  path: string,
): readonly PromptFact[] {
  const { name, address } = session.view();
  const { protection } = options;
  const listed = protection.kind === 'passphrase' ? places.slice(0, MOST_FACTS) : [];
  const more = places.length - listed.length;
  return [
    { name: 'From', value: `${name} (${address})` },
    ...listed.map((place) => ({ name: 'Exported', value: placeText(place) })),
    ...(listed.length > 0 && more > 0
      ? [{ name: 'And', value: counted(more, 'more place'), prose: true as const }]
      : []),
    { name: 'File', value: path },
    { name: 'Content', value: contentOf(options), prose: true },
    ...protectionFacts(protection),
    ...(options.values ? [{ name: 'Audit log', value: 'shows each read', prose: true as const }] : []),
  ];
}

function contentOf({ format, versions, metadata, values, keys }: ExportOptions): string {
  const parts = [
    values ? (versions === 'all' ? 'values of all versions' : 'current values') : 'names without values',
    ...(keys.which === 'all' ? [] : [keys.which === 'only' ? 'of chosen keys' : 'of all keys but some']),
    ...(metadata ? ['with metadata and settings'] : []),
  ];
  return `${parts.join(' ')}, as ${formatFacts[format].label}`;
}

function protectionFacts(protection: ExportOptions['protection']): readonly PromptFact[] {
  switch (protection.kind) {
    case 'passphrase':
      return [{ name: 'Encryption', value: 'age, with a passphrase', prose: true }];
    case 'recipients':
      return protection.recipients.map((value) => ({ name: 'Recipient', value }));
    case 'none':
      return [{ name: 'Encryption', value: 'none', prose: true, notice: true }];
  }
}

function placeText({ mount, path, versions }: SelectedPlace): string {
  const chosen = versions === undefined ? '' : ` (versions ${versions.join(', ')})`;
  return `${mount}${path}${isFolderPath(path) ? ' and everything below it' : chosen}`;
}

/** Suggests a file name. */
export function exportName(places: readonly SelectedPlace[], { format, protection }: ExportOptions): string {
  const [first] = places;
  const last = first === undefined ? '' : (first.mount + first.path).replace(/\/$/, '').split('/').at(-1);
  const safe = (last ?? '').replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^[._]+/, '');
  const stamp = new Date().toISOString().slice(0, 10);
  const { extension } = formatFacts[format];
  return `${safe.slice(0, 80) || 'export'}-${stamp}.${extension}${protection.kind === 'none' ? '' : '.age'}`;
}

function declined(): AppFailure {
  return new AppFailure({ kind: 'cancelled', message: 'Nothing was exported.' });
}

function refused(field: string, message: string): AppFailure {
  return new AppFailure({ kind: 'invalid-input', field, message });
}
