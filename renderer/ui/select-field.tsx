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
  /** What tells it from others, dim at the right. */
  readonly note?: string;
}

export interface SelectFieldProps extends FieldFrameProps {
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onValue: (value: string) => void;
  readonly mono?: boolean;
}

/** One of several, with its label, hint and error. */
export function SelectField({ value, options, onValue, mono = false, ...frame }: SelectFieldProps) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <FieldFrame id={id} {...frame}>
      <Base.Root
        value={value}
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
            className={classes(popup['positioner'], own['positioner'])}
            sideOffset={4}
            alignItemWithTrigger={false}
          >
            <Base.Popup className={classes(popup['popup'], popup['menu'], own['list'])}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={popup['item']}>
                  <span className={popup['check']}>
                    <Base.ItemIndicator>
                      <Icon of={Check} />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText className={classes(own['chosen'], mono && css['mono'])}>
                    {option.label}
                  </Base.ItemText>
                  {option.note !== undefined && <span className={own['note']}>{option.note}</span>}
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  );
}
