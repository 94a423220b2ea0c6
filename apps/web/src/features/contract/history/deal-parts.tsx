import { Button } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { feeText, inMoney, lotsText, moneyText, priceText, signedText, toneOf, whenText } from './deal-texts.ts';
import { chargesQuery } from './deals-query.ts';

type Props = { deal: EndedDeal; precision: number | undefined };

/** Lists the closes of a deal, each with its receipt. */
export function Settlements({ deal, precision }: Props) {
  const text = useText();
  if (deal.settlements.length === 0) return null;
  return (
    <>
      <h3 className="pt-5 text-title">{text('deals.closes')}</h3>
      <ul aria-label={text('deals.closes')}>
        {deal.settlements.map((it) => (
          <li key={String(it.id)}>
            <div className="deal-part">
              <span className="deal-part__t">
                {text('deals.lots.at', { lots: lotsText(it.lots), price: priceText(it.price, precision) })}
              </span>
              <span className={`deal-part__v tone-${toneOf(it.result)}`}>{signedText(it.result)}</span>
              <span className="deal-part__s">
                {text(`deals.cause.${it.cause}`)} · {whenText(it.at, text)}
              </span>
              <Link className="hit deal-part__s" to={`/pages/plus/verify?id=${it.id}`}>
                {text('deals.check')}
              </Link>
              <span className="deal-part__s col-span-2 text-left!">{feesLine(it, text)}</span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Names the fees of a close, and what came back. */
function feesLine(it: EndedDeal['settlements'][number], text: ReturnType<typeof useText>): string {
  const fees = [
    ['deals.fee.close', it.fee],
    ['deals.fee.liquidation', it.liquidation_fee],
    ['deals.fee.overnight', it.overnight],
    ['deals.fee.overnight_returned', it.overnight_returned],
    ['deals.shortfall', it.shortfall],
  ] as const;
  const parts = fees.filter(([, amount]) => amount > 0n).map(([key, amount]) => text(key, { amount: feeText(amount) }));
  return [...parts, text('deals.back', { amount: inMoney(moneyText(it.returned)) })].join(' · ');
}

/** Lists the nights that a deal was charged for; nothing if there were none. */
export function Nights({ deal }: { deal: EndedDeal }) {
  const text = useText();
  const query = useInfiniteQuery(chargesQuery(useSessionScope(), deal.id));
  const nights = query.data?.pages.flatMap(({ list }) => list) ?? [];
  if (nights.length === 0) return null;
  return (
    <>
      <h3 className="pt-5 text-title">{text('deals.nights')}</h3>
      <ul aria-label={text('deals.nights')}>
        {nights.map(({ id, day, charge }) => (
          <li key={String(id)}>
            <div className="deal-part">
              <span className="deal-part__t">{day}</span>
              <span className="deal-part__v">{feeText(charge)}</span>
            </div>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button wide busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('deals.more')}
        </Button>
      )}
    </>
  );
}
