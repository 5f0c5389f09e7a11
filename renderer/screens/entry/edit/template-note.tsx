import type { RawMember } from '../../../../shared/vault/editing.ts';
import type { Deviation, TemplateKey, TemplateView } from '../../../../shared/vault/template.ts';
import { counted } from '../../../../shared/vault/counted.ts';
import { deviationWords } from '../../../api/templates.ts';
import { KeyName } from '../../../parts/value/key-name.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx';
import { emptyDraft, withAdded, withAddedChanged, withMembers, type Draft } from './draft.ts';

/** The keys that an entry should have, with their types and descriptions. */
export function TemplateNote({ template }: { readonly template: TemplateView }) {
  const { path, isFile, keys, unchecked } = template;
  return (
    <Disclosure
      title={
        <>
          {isFile ? 'Template file' : 'Template'} <code>{path}</code> · {counted(keys.length, 'key')}
        </>
      }
      initiallyOpen={keys.length <= 6}
    >
      <Stack as="ul" gap={4} size={12}>
        {keys.map(({ key, required, types, description }) => (
          <Row as="li" key={key} wrap gap={6} align="baseline">
            <Text data-mono>
              <KeyName name={key} />
            </Text>
            <Text tone="dim">{[types.join(' or '), required ? 'required' : 'optional'].join(' · ')}</Text>
            {description !== '' && <Text breaks>{description}</Text>}
          </Row>
        ))}
      </Stack>
      {unchecked.length > 0 && <Note size={12}>Not checked: {unchecked.join(', ')}</Note>}
    </Disclosure>
  );
}

/** Differences from the template; they do not keep the entry from being saved. */
export function DeviationNote({ deviations }: { readonly deviations: readonly Deviation[] }) {
  if (deviations.length === 0) return null;
  return (
    <Banner tone="warn" aria-label="Differences from the template">
      <Text as="p" weight={600}>
        Differs from its template
      </Text>
      <ul>
        {deviations.map(({ key, kind }) => (
          <li key={key}>
            <code>{key}</code> {deviationWords[kind]}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** The draft that a new entry starts with: required keys, and those with a default. */
export function draftFrom({ keys }: TemplateView): Draft {
  const wanted = keys.filter(({ required, initial }) => required || initial !== undefined);
  const draft = withMembers(emptyDraft, wanted.map(memberOf), []);
  return wanted.length === 0 ? withAdded(draft) : withoutText(draft, wanted);
}

function memberOf({ key, initial = '""' }: TemplateKey): RawMember {
  return [key, initial];
}

/** A key without a default that is no text starts empty in JSON, which has to be filled in. */
function withoutText(draft: Draft, keys: readonly TemplateKey[]): Draft {
  return draft.added.reduce((next, { id, name }) => {
    const key = keys.find((one) => one.key === name);
    const isText = key === undefined || key.types.length === 0 || key.types.includes('string');
    return isText || key.initial !== undefined
      ? next
      : withAddedChanged(next, id, { value: { mode: 'json', text: '' } });
  }, draft);
}
