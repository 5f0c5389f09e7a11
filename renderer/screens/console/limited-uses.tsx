import { TriangleAlert } from 'lucide-react';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './console.module.css';

/** Says what a request costs where the token may be used a few times only. */
export function LimitedUses({ token }: { readonly token: TokenFacts }) {
  const { numUses } = token;
  if (numUses === 0) return null;
  return (
    <p className={css['note']}>
      <Icon of={TriangleAlert} size={15} />
      <span>
        When this token was looked up it had {numUses} {numUses === 1 ? 'use' : 'uses'} left. Each request
        costs one. The list of the server’s paths is not read, to save one.
      </span>
    </p>
  );
}
