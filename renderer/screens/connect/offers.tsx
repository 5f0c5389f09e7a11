import { useQuery } from '@tanstack/react-query';
import { Check, SquareTerminal } from 'lucide-react';
import type { Offer } from '../../../shared/vault/connection.ts';
import { offersQuery } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './offers.module.css';

export interface OffersProps {
  readonly usedId: string | undefined;
  readonly onUse: (offer: Offer) => void;
}

/** What the environment offers. Nothing of it is used, and no token sent, before a person says so. */
export function Offers({ usedId, onUse }: OffersProps) {
  const offers = useQuery(offersQuery()).data ?? [];
  return offers.map((offer) => (
    <OfferCard
      key={offer.offerId}
      offer={offer}
      used={offer.offerId === usedId}
      onUse={() => {
        onUse(offer);
      }}
    />
  ));
}

interface OfferCardProps {
  readonly offer: Offer;
  readonly used: boolean;
  readonly onUse: () => void;
}

function OfferCard({ offer, used, onUse }: OfferCardProps) {
  const { target, tokenFrom, problems, sources } = offer;
  const addressFrom = sources.find((source) => source.endsWith('_ADDR') && !source.includes('PROXY'));
  const others = sources.filter((source) => source !== addressFrom && source !== tokenFrom);
  return (
    <section className={css['offer']} aria-label="Offered by your environment">
      <Icon of={SquareTerminal} />
      <div className={css['offerText']}>
        <p className={css['offerTitle']}>Your environment offers</p>
        {target !== undefined && (
          <p className={css['offerFact']}>
            <code>{addressFrom ?? 'address'}</code> = <code data-selectable>{target.address}</code>
          </p>
        )}
        {tokenFrom !== undefined && (
          <p className={css['offerFact']}>
            a token from <code>{tokenFrom}</code>, sent only after you confirm where to
          </p>
        )}
        {others.length > 0 && (
          <p className={css['offerFact']}>
            and{' '}
            {others.map((source, index) => (
              <span key={source}>
                {index > 0 && ', '}
                <code>{source}</code>
              </span>
            ))}
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem} className={css['offerProblem']}>
            {problem}
          </p>
        ))}
      </div>
      {(target !== undefined || tokenFrom !== undefined) && (
        <Button small {...(used ? { icon: Check } : {})} aria-pressed={used} onClick={onUse}>
          {used ? 'In use' : 'Use'}
        </Button>
      )}
    </section>
  );
}
