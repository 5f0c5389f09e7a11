import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classes } from './classes.ts';
import css from './field.module.css';
import { Icon } from './icon.tsx';
import popup from './popup.module.css';
import own from './select-field.module.css';
import { describedBy, FieldFrame, type FieldFrameProps } from './text-field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Shown behind the label in the list; the closed field has no room for it. */
  readonly description?: string;
  /** Distinguishing detail, dim at the right. */
  readonly note?: string;
  /** Group heading; options of one group are adjacent. */
  readonly group?: string;
}

export interface SelectFieldProps extends FieldFrameProps {
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onValue: (value: string) => void;
  readonly mono?: boolean;
  /** Opens the list on mount. */
  readonly initiallyOpen?: boolean;
  /** Called when the list opens. */
  readonly onOpen?: () => void;
}

/** Choice of one option, with label, hint and error. */
export function SelectField({
  value,
  options,
  onValue,
  mono = false,
  initiallyOpen = false,
  onOpen,
  ...frame
}: SelectFieldProps) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <FieldFrame id={id} {...frame}>
      <Base.Root
        value={value}
        defaultOpen={initiallyOpen}
        onOpenChange={(open) => {
          if (open) onOpen?.();
        }}
        onValueChange={(next) => {
          if (next !== null) onValue(next);
        }}
        items={options}
      >
        <Base.Trigger
          id={id}
          aria-label={frame.label}
          {...describedBy(id, frame.hint, frame.error)}
          className={classes(css['input'], own['trigger'], mono && css['mono'])}
        >
          <span className={own['chosen']}>{chosen?.label ?? value}</span>
          {chosen?.note !== undefined && <span className={own['note']}>{chosen.note}</span>}
          <Icon of={ChevronDown} className={own['arrow']} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            align="start"
            className={classes(popup['positioner'], own['positioner'])}
            sideOffset={4}
            alignItemWithTrigger={false}
          >
            <Base.Popup className={classes(popup['popup'], popup['menu'], own['list'])}>
              {groupsOf(options).map(({ group, members }) =>
                group === undefined ? (
                  members.map((option) => <Item key={option.value} option={option} mono={mono} />)
                ) : (
                  <Base.Group key={group}>
                    <Base.GroupLabel className={popup['groupLabel']}>{group}</Base.GroupLabel>
                    {members.map((option) => (
                      <Item key={option.value} option={option} mono={mono} />
                    ))}
                  </Base.Group>
                ),
              )}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  );
}

function Item({ option, mono }: { readonly option: SelectOption; readonly mono: boolean }) {
  return (
    <Base.Item value={option.value} className={popup['item']}>
      <span className={popup['check']}>
        <Base.ItemIndicator>
          <Icon of={Check} />
        </Base.ItemIndicator>
      </span>
      <Base.ItemText className={classes(own['chosen'], mono && css['mono'])}>
        {(option.description ?? '') === '' ? option.label : `${option.label} · ${option.description ?? ''}`}
      </Base.ItemText>
      {option.note !== undefined && <span className={own['note']}>{option.note}</span>}
    </Base.Item>
  );
}

interface OptionGroup {
  readonly group: string | undefined;
  readonly members: SelectOption[];
}

function groupsOf(options: readonly SelectOption[]): readonly OptionGroup[] {
  const groups: OptionGroup[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}
