import { useState } from 'react';
import { longestEnvironment, usualEnvironments } from '../../../shared/vault/connection.ts';
import type { ProfileColour } from '../../../shared/vault/connection.ts';
import { ColourField } from '../../parts/session/colour-field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { ProfileBadge } from '../../parts/session/profile-badge.tsx';
import css from './appearance-fields.module.css';
import { emptyDraft, shownName, type ConnectDraft } from './connect-draft.ts';
import { field } from '../../ui/fields.tsx';
import { Stack, Text } from '../../ui/layout.tsx';
import { ConnectFields } from './connect-fields.tsx';
import type { DraftForm } from './connect-fields.tsx';

export interface AppearanceFieldsProps {
  readonly form: DraftForm;
  /** The letters of its badge, unique among the connections. */
  readonly letters: string;
}

/** Distinguishing marks of a connection: name, badge, colour, and environment. */
export function AppearanceFields({ form, letters }: AppearanceFieldsProps) {
  const { draft, onChange } = form;
  return (
    <div className={css['fields']}>
      <ConnectFields
        form={form}
        of={[
          field.text('name', 'Name', {
            optional: true,
            placeholder: 'Payments production',
            hint: 'Defaults to host and port.',
            maxLength: 256,
          }),
        ]}
      />
      <EnvironmentField form={form} />
      <ColourField value={draft.colour} onValue={(colour) => onChange({ colour })} />
      <Stack gap={4} shrinks role="group" aria-label="Badge">
        <Text size={12} weight={550} leading={18}>
          Badge
        </Text>
        <span className={css['shown']}>
          <ProfileBadge colour={draft.colour} letters={letters} />
          <Text cut>{shownName(draft)}</Text>
        </span>
      </Stack>
    </div>
  );
}

const ownWords = 'own';

function EnvironmentField({ form }: { readonly form: DraftForm }) {
  const { draft, error, onChange } = form;
  const { environment } = draft;
  const usual = usualEnvironments.find((one) => one === environment);
  const [own, setOwn] = useState(environment !== '' && usual === undefined);
  const isOwn = own || (environment !== '' && usual === undefined) || error?.field === 'environment';
  return (
    <Stack gap={8} shrinks>
      <RadioField
        inRow
        label="Environment"
        hint="Shown over the window and on secure prompts."
        options={[
          { value: '', label: 'None' },
          ...usualEnvironments.map((value) => ({ value, label: labels[value] })),
          { value: ownWords, label: 'Other' },
        ]}
        value={isOwn ? ownWords : environment}
        onValue={(chosen) => {
          const next = chosen === ownWords ? '' : chosen;
          setOwn(chosen === ownWords);
          onChange({ environment: next, colour: colourWith(draft, next) });
        }}
      />
      {isOwn && (
        <ConnectFields
          form={form}
          of={[
            field.text('environment', 'Other environment', {
              labelHidden: true,
              autoFocus: environment === '',
              placeholder: 'disaster recovery',
              maxLength: longestEnvironment,
            }),
          ]}
        />
      )}
    </Stack>
  );
}

const labels: Readonly<Record<(typeof usualEnvironments)[number], string>> = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
};

/** Colours that go with environments, as the band over the window has them. */
const colours: Readonly<Partial<Record<string, ProfileColour>>> = {
  '': emptyDraft.colour,
  production: 'red',
  staging: 'amber',
  development: 'green',
};

/** The colour for another environment: the one that goes with it, unless the user has chosen one. */
function colourWith({ colour, environment }: ConnectDraft, next: string): ProfileColour {
  return colour === colours[environment] ? (colours[next] ?? colour) : colour;
}
