import { MarkedText } from '../../ui/marked-text.tsx';
import css from './value.module.css';

/** Name of a key, with invisible characters marked. */
export function KeyName({ name }: { readonly name: string }) {
  return name === '' ? <span className={css['nothing']}>empty name</span> : <MarkedText text={name} />;
}
