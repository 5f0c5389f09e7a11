import { Autocomplete } from '@base-ui/react/autocomplete';
import { Clock, Database, FileCode } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ApiPath, ConsoleHistoryLine } from '../../../shared/vault/console.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { classes } from '../../ui/classes.ts';
import field from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import { longestLine } from '../../ui/longest-line.ts';
import popup from '../../ui/popup.module.css';
import { describedBy, FieldFrame } from '../../ui/text-field.tsx';
import { openParameter, suggestionsFor } from './completion.ts';
import type { Suggestion } from './completion.ts';
import css from './console.module.css';
import { Text } from '../../ui/layout.tsx';

export interface PathFieldProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly catalogue: readonly ApiPath[];
  readonly mounts: readonly Mount[];
  readonly history: readonly ConsoleHistoryLine[];
  readonly onPath: (path: string) => void;
  /** A suggestion was taken; its path is in the field. */
  readonly onTaken: (taken: Suggestion) => void;
}

const icons: Readonly<Record<Suggestion['from'], LucideIcon>> = {
  history: Clock,
  catalogue: FileCode,
  mount: Database,
};

/** The path of a request, completed from the server's description, its mounts and the history. */
export function PathField(props: PathFieldProps) {
  const { path, error, catalogue, mounts, history, onPath, onTaken } = props;
  const suggestions = useMemo(
    () => suggestionsFor(path, { catalogue, mounts, history }),
    [path, catalogue, mounts, history],
  );
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(false);
  // An empty list would still cover the rest of the window for screen readers.
  const open = wanted && suggestions.length > 0;
  /** The description can arrive late: no list opens once the user has moved on. */
  const goOn = (): void => {
    if (!open) setWanted(false);
  };

  const change = (value: string, taken: boolean): void => {
    onPath(value);
    const suggestion = taken ? suggestions.find((one) => one.path === value) : undefined;
    if (suggestion === undefined) return;
    onTaken(suggestion);
    const parameter = openParameter(value);
    if (parameter === undefined) return;
    // The placeholder is selected once the text is there, so that typing replaces it.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(parameter.at, parameter.at + parameter.name.length + 2);
    });
  };

  return (
    <FieldFrame id="console-path" label="Path" labelHidden error={error}>
      <Autocomplete.Root
        items={suggestions}
        filter={null}
        itemToStringValue={(one: Suggestion) => one.path}
        open={open}
        onOpenChange={setWanted}
        value={path}
        onValueChange={(value, { reason }) => {
          // Escape would clear the field: the input is kept.
          if (reason !== 'escape-key') change(value, reason === 'item-press');
        }}
      >
        <Autocomplete.Input
          ref={input}
          id="console-path"
          aria-label="Path"
          data-mono
          placeholder="sys/mounts, secret/data/app?version=3"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={longestLine}
          {...describedBy('console-path', undefined, error)}
          className={classes(field['input'], field['mono'])}
          onBlur={goOn}
          onKeyDown={({ key }) => {
            if (key === 'Escape') goOn();
          }}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner
            className={classes(popup['positioner'], css['suggestionsPlace'])}
            sideOffset={4}
            align="start"
          >
            <Autocomplete.Popup className={classes(popup['popup'], css['suggestions'])}>
              <Autocomplete.List className={popup['menu']}>
                {(one: Suggestion) => (
                  <Autocomplete.Item
                    key={one.id}
                    value={one}
                    className={classes(popup['item'], css['suggestion'])}
                  >
                    <Icon of={icons[one.from]} size={14} className={css['suggestionIcon']} />
                    <Text grow cut data-mono>
                      {one.path}
                    </Text>
                    <span className={css['suggestionNote']}>
                      {one.methods.length === 0 ? one.summary : one.methods.join(' ')}
                    </span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </FieldFrame>
  );
}
