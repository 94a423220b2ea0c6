import { type Amount, showPercent, showPrice } from '@app/money';
import { Facts } from '@app/ui';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { exactText, feeLabel, ownText, UNKNOWN } from './form-texts.ts';
import type { Review } from './review.ts';

type Shown = { market: MarketInfo; review: Review };
type Fact = readonly [label: string, value: string];

const amountOrUnknown = (value: Amount | undefined, currency: string, market: MarketInfo): string =>
  value === undefined ? UNKNOWN : `${ownText(value, currency, market)} ${currency}`;

const moneyOrUnknown = (value: Amount | undefined, currency: string, rounding: 'up' | 'down'): string =>
  value === undefined ? UNKNOWN : `${exactText(value, currency, rounding)} ${currency}`;

/** Lists the order's figures: value and fee add up to what is paid or received. */
export function ReviewFacts({ market, review }: Shown) {
  const text = useText();
  const { request, value, fee, left } = review;
  const pays = request.side === 'buy' ? market.quote : market.base;
  const facts: readonly Fact[] = [
    ...priceFacts({ market, review }, text),
    [text('spot.review.value'), moneyOrUnknown(value, market.quote, 'down')],
    [feeLabel(fee, 'review', text), moneyOrUnknown(fee.amount, market.quote, 'up')],
    ...getsFact({ market, review }, text),
    [text('spot.review.left'), amountOrUnknown(left, pays, market)],
  ];
  return (
    <div className="mt-2">
      <Facts facts={facts} />
    </div>
  );
}

function priceFacts({ market, review: { request, estimate, against } }: Shown, text: Text): readonly Fact[] {
  const inQuote = (amount: string) => `${amount} ${market.quote}`;
  if (request.kind === 'market') {
    const average = estimate?.average && `≈ ${showPrice(estimate.average, market.precision)}`;
    return [[text('spot.review.average'), average === undefined ? UNKNOWN : inQuote(average)]];
  }
  const takes = against?.takes && ` · ${text(`spot.review.takes.${against.takes}`)}`;
  const holds = against && `${showPercent(against.rate)}${takes ?? ''}`;
  return [
    [text('spot.review.limit'), inQuote(showPrice(request.price, market.precision))],
    [text('spot.review.against'), holds ?? UNKNOWN],
  ];
}

/** Adds the coins of a market order by money, where the headline figure is the money. */
function getsFact({ market, review: { request, estimate } }: Shown, text: Text): readonly Fact[] {
  if ('proceeds' in request)
    return [[text('spot.review.sell.about'), amountOrUnknown(estimate?.pays.amount, market.base, market)]];
  if (request.kind === 'limit' || request.side === 'sell') return [];
  return [[text('spot.review.get.about'), amountOrUnknown(estimate?.gets.amount, market.base, market)]];
}
