import { Disclosure } from './disclosure.tsx';
import { LongText } from './long-text.tsx';
import css from './raw-json.module.css';

export interface RawJsonProps {
  readonly text: string;
  /** Beside the title. */
  readonly note?: string;
}

/** The server's raw response, folded; searchable and navigable at any length. */
export function RawJson({ text, note }: RawJsonProps) {
  return (
    <Disclosure title="Raw JSON" {...(note === undefined ? {} : { note })}>
      <LongText className={css['raw']} aria-label="Raw JSON" data-selectable>
        {text}
      </LongText>
    </Disclosure>
  );
}
