import { MarkedText } from '../../ui/marked-text.tsx';
import css from './value.module.css';

/** The name of a key; what nobody would see of it is marked. */
export function KeyName({ name }: { readonly name: string }) {
  return name === '' ? <span className={css['nothing']}>empty name</span> : <MarkedText text={name} />;
}
