/** Fields as data: each names a property of one draft, which it shows and changes. */
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { CheckboxProps } from './checkbox.tsx';
import { Disclosure } from './disclosure.tsx';
import type { DisclosureProps } from './disclosure.tsx';
import { MultilineField } from './multiline-field.tsx';
import type { MultilineFieldProps } from './multiline-field.tsx';
import { namesIn, textOfNames } from './names-in.ts';
import type { NameSeparator } from './names-in.ts';
import { RadioField } from './radio-field.tsx';
import type { RadioFieldProps } from './radio-field.tsx';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';
import css from './field.module.css';

/** Properties of a draft that can hold a `V`. */
type Key<D, V> = { [K in keyof D]-?: V extends D[K] ? K : never }[keyof D] & string;

/** One field, or a group of fields, of a draft `D`. */
export interface Field<D> {
  /** True if the draft cannot be submitted as it is. */
  readonly isWrong: (draft: D) => boolean;
  readonly show: (draft: D, onDraft: (change: Partial<D>) => void, problems?: Problems) => ReactNode;
}

/** Problems by property, found outside of the fields. */
type Problems = object | undefined;

/** Fields in order; `false` leaves one out. */
export type FieldList<D> = readonly (Field<D> | false)[];

/** Properties of a field besides its label; a text is its hint. */
export type Look<P> = string | P;

interface Checked {
  /** Problem with the value; `true` if it is valid. */
  readonly error?: string | true | undefined;
}

export interface TextLook extends Checked, Omit<TextFieldProps, 'label' | 'value' | 'error' | 'onChange'> {
  /** Must be filled in; its error is not shown while it is empty. */
  readonly needed?: boolean;
  /** Changes the text as it is typed. */
  readonly as?: (typed: string) => string;
}

export interface CheckLook<D> extends Omit<CheckboxProps, 'label' | 'checked' | 'onChecked'> {
  /** Further changes of the draft. */
  readonly also?: (checked: boolean) => Partial<D>;
}

type LinesLook = Checked & Omit<MultilineFieldProps, 'label' | 'text' | 'error' | 'onText'>;
type FoldLook = Pick<DisclosureProps, 'note' | 'initiallyOpen'> & { readonly className?: string | undefined };
type RadioLook = Omit<RadioFieldProps<string>, 'label' | 'value' | 'options' | 'onValue'>;

export function lookOf<P extends { readonly hint?: ReactNode }>(look: Look<P> | undefined): Partial<P> {
  return (typeof look === 'string' ? { hint: look } : (look ?? {})) as Partial<P>;
}

/** A field of one property; `show` gets its value, how to change it, and its problem. */
export function bound<D>(
  key: keyof D & string,
  show: (value: unknown, put: (value: unknown) => void, problem: string | undefined) => ReactNode,
  isWrong: (value: unknown) => boolean = () => false,
): Field<D> {
  return {
    isWrong: (draft) => isWrong(draft[key]),
    show: (draft, onDraft, problems) => {
      const problem: unknown = problems && Reflect.get(problems, key);
      const put = (value: unknown) => onDraft({ [key]: value } as Partial<D>);
      return show(draft[key], put, typeof problem === 'string' ? problem : undefined);
    },
  };
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function group<D>(wrap: (children: ReactNode) => ReactNode, fields: FieldList<NoInfer<D>>): Field<D> {
  return {
    isWrong: (draft) => isWrong(fields, draft),
    show: (draft, onDraft, problems) =>
      wrap(<Fields draft={draft} onDraft={onDraft} problems={problems} of={fields} />),
  };
}

function text<D>(key: Key<D, string>, label: string, look?: Look<TextLook>): Field<D> {
  const { needed = false, as = (typed: string) => typed, error: problem, ...rest } = lookOf(look);
  const error = problem === true ? undefined : problem;
  return bound<D>(
    key,
    (value, put, found = error) => (
      <TextField
        {...rest}
        label={label}
        value={textIn(value)}
        error={needed && value === '' ? undefined : found}
        onChange={({ target }) => put(as(target.value))}
      />
    ),
    (value) => error !== undefined || (needed && textIn(value).trim() === ''),
  );
}

/** Constructors of fields. */
export const field = {
  text,
  /** A text in the font for names and addresses. */
  mono: <D,>(key: Key<D, string>, label: string, look?: Look<TextLook>): Field<D> =>
    text(key, label, { ...lookOf(look), mono: true }),
  /** Several lines of text. */
  lines: <D,>(key: Key<D, string>, label: string, look?: Look<LinesLook>): Field<D> => {
    const { error: problem, ...rest } = lookOf(look);
    const error = problem === true ? undefined : problem;
    return bound<D>(
      key,
      (value, put, found = error) => (
        <MultilineField {...rest} label={label} text={textIn(value)} error={found} onText={put} />
      ),
      () => error !== undefined,
    );
  },
  /** A list of names, as one text. */
  names: <D,>(
    key: Key<D, readonly string[]>,
    label: string,
    hint?: string,
    separator?: NameSeparator,
  ): Field<D> =>
    bound<D>(key, (value, put) => (
      <TextField
        mono
        optional
        label={label}
        hint={hint}
        defaultValue={textOfNames(value as readonly string[], separator)}
        onChange={({ target }) => put(namesIn(target.value, separator))}
      />
    )),
  check: <D,>(key: Key<D, boolean>, label: ReactNode, look?: Look<CheckLook<NoInfer<D>>>): Field<D> => {
    const { also, ...rest } = lookOf(look);
    return {
      isWrong: () => false,
      show: (draft, onDraft) => (
        <Checkbox
          {...rest}
          label={label}
          checked={draft[key] === true}
          onChecked={(checked) => onDraft({ [key]: checked, ...also?.(checked) })}
        />
      ),
    };
  },
  radio: <D, K extends keyof D & string = keyof D & string>(
    key: K,
    label: string,
    options: RadioFieldProps<D[K] & string>['options'],
    look?: Look<RadioLook>,
  ): Field<D> =>
    bound<D>(key, (value, put) => (
      <RadioField {...lookOf(look)} label={label} value={textIn(value)} options={options} onValue={put} />
    )),
  /** Two fields side by side. */
  pair: <D,>(...fields: FieldList<NoInfer<D>>): Field<D> =>
    group((children) => <FieldPair>{children}</FieldPair>, fields),
  /** Fields behind a title that opens them; `className` is the element's around them. */
  fold: <D,>(title: string, fields: FieldList<NoInfer<D>>, look: FoldLook = {}): Field<D> => {
    const { className, ...rest } = look;
    return group(
      (children) => (
        <Disclosure title={title} {...rest}>
          {className === undefined ? children : <div className={className}>{children}</div>}
        </Disclosure>
      ),
      fields,
    );
  },
  /** Fields inside another element. */
  group,
  /** A field of one property, written by hand. */
  own: <D, K extends keyof D & string = keyof D & string>(
    key: K,
    show: (value: D[K], put: (value: D[K]) => void) => ReactNode,
  ): Field<D> => bound<D>(key, (value, put) => show(value as D[K], put)),
  /** Fields of a draft inside the draft. */
  within: <D, K extends keyof D & string = keyof D & string>(
    key: K,
    fields: FieldList<NoInfer<D[K]>>,
  ): Field<D> => ({
    isWrong: (draft) => isWrong(fields, draft[key]),
    show: (draft, onDraft, problems) => (
      <Fields
        draft={draft[key]}
        onDraft={(change) => onDraft({ [key]: { ...draft[key], ...change } } as Partial<D>)}
        problems={problems}
        of={fields}
      />
    ),
  }),
  /** Something between the fields. */
  note: (node: ReactNode): Field<unknown> => ({ isWrong: () => false, show: () => node }),
};

/** True if a field keeps its draft from being submitted. */
export function isWrong<D>(fields: FieldList<D>, draft: D): boolean {
  return fields.some((one) => one !== false && one.isWrong(draft));
}

export interface FieldsProps<D> {
  readonly draft: D;
  readonly onDraft: (change: Partial<D>) => void;
  readonly problems?: Problems;
  readonly of: FieldList<NoInfer<D>>;
}

/** Shows the fields of a draft. */
export function Fields<D>({ draft, onDraft, problems, of }: FieldsProps<D>) {
  // The position is the key, so that a field keeps its focus while others come and go.
  return of.map(
    (one, at) => one !== false && <Fragment key={at}>{one.show(draft, onDraft, problems)}</Fragment>,
  );
}

/** Two fields side by side. */
function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={css['pair']}>{children}</div>;
}
