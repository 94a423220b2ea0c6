import { type Amount, showPercent, showPrice } from '@app/money';
import { Facts } from '@app/ui';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { ownText, rateText, UNKNOWN } from './form-texts.ts';
import type { Review } from './review.ts';

type Shown = { market: MarketInfo; review: Review };
type Fact = readonly [label: string, value: string];

const amountOrUnknown = (value: Amount | undefined, currency: string, market: MarketInfo): string =>
  value === undefined ? UNKNOWN : `${ownText(value, currency, market)} ${currency}`;

/** Lists the order's figures: value and fee add up to the most that is paid, or to what is received. */
export function ReviewFacts({ market, review }: Shown) {
  const text = useText();
  const { request, hero, value, fee, left } = review;
  const pays = request.side === 'buy' ? market.quote : market.base;
  const facts: readonly Fact[] = [
    ...priceFacts({ market, review }, text),
    [text('spot.review.value'), amountOrUnknown(value, market.quote, market)],
    [
      text(hero.kind === 'get.about' ? 'spot.review.fee' : 'spot.review.fee.most', { rate: rateText(fee.rate) }),
      amountOrUnknown(fee.amount, market.quote, market),
    ],
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

/** Adds the amount received for a market buy, where the headline figure is the money paid. */
function getsFact({ market, review: { request, estimate } }: Shown, text: Text): readonly Fact[] {
  if (request.kind === 'limit' || request.side === 'sell') return [];
  return [[text('spot.review.get.about'), amountOrUnknown(estimate?.gets.amount, market.base, market)]];
}
