import type { OpenDeal } from '@app/client/contract';
import { SeenPart } from '../../../data/market/seen-part.tsx';
import { useRulebook } from '../terms/rules-query.ts';
import { useTermsOf } from '../terms/terms-query.ts';
import { PositionCard } from './position-card.tsx';
import type { DealSheetTarget } from './use-deal-sheet.ts';

type Props = { deals: readonly OpenDeal[]; show: DealSheetTarget['show'] };

/** Lists positions as cards. It reads rules and terms once for all, and never a price. */
export function PositionCards({ deals, show }: Props) {
  const { data: rulebook } = useRulebook();
  const termsOf = useTermsOf(deals.map(({ terms }) => terms));
  if (deals.length === 0) return null;
  return (
    <ul className="pos-cards">
      {deals.map((deal) => (
        <SeenPart as="li" key={String(deal.id)}>
          <PositionCard
            deal={deal}
            rules={rulebook?.markets.get(deal.symbol)}
            terms={termsOf(deal.terms)}
            show={show}
          />
        </SeenPart>
      ))}
    </ul>
  );
}
