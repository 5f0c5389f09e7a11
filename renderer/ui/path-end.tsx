import { NameText } from './marked-text.tsx';
import css from './path-end.module.css';

/** A path in a cell, cut in front where it has no room: its end tells it from others. */
export function PathEnd({ text }: { readonly text: string }) {
  return (
    <span className={css['path']}>
      <bdi>
        <NameText text={text} />
      </bdi>
    </span>
  );
}
