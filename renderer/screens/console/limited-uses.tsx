import { TriangleAlert } from 'lucide-react';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { Icon } from '../../ui/icon.tsx';
import { usesLeftWords } from '../../parts/session/token-time.ts';
import css from './console.module.css';

/** Warns of the cost of a request with a limited-use token. */
export function LimitedUses({ token }: { readonly token: TokenFacts }) {
  const uses = usesLeftWords(token.numUses);
  if (uses === undefined) return null;
  return (
    <p className={css['note']}>
      <Icon of={TriangleAlert} size={15} />
      <span>This token has {uses}. Each request costs one, so the server’s API description is not read.</span>
    </p>
  );
}
