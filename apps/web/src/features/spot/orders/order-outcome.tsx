import { ResultView } from '@app/ui';
import { type ReactNode, useEffect } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { markOutcomeShown } from '../live/outcome-shown.ts';
import { CheckTradeLink, OrderId, useHouseFill } from './order-parts.tsx';
import {
  averageText,
  baseText,
  exactMoment,
  limitText,
  pricedText,
  reasonText,
  receiptText,
  settledBy,
  sizeText,
  stageOf,
} from './order-texts.ts';

type Props = { order: Order; market: MarketInfo; actions?: ReactNode };
type Fact = readonly [label: string, value: ReactNode];

const KINDS = { waiting: 'ok', filling: 'partial', filled: 'ok', cut: 'partial', cancelled: 'failed' } as const;

/** Shows the outcome of a placed order in place of its form: filled, partly filled, or open. */
export function OrderOutcome({ order, market, actions }: Props) {
  const text = useText();
  const houseFill = useHouseFill(order);
  useEffect(() => markOutcomeShown(order), [order]);
  const proof: readonly Fact[] =
    houseFill === undefined ? [] : [[text('spot.orders.proof'), <CheckTradeLink key="proof" fill={houseFill} />]];
  return (
    <ResultView
      kind={KINDS[stageOf(order)]}
      title={titleOf(order, market, text)}
      text={sentenceOf(order, market, text)}
      facts={[...moneyFacts(order, market, text), ...placeFacts(order, text), ...proof]}
      actions={actions}
    />
  );
}

/** Returns "Bought 0.01500 BTC", or the filled part of the total. */
function titleOf(order: Order, market: MarketInfo, text: Text): string {
  const stage = stageOf(order);
  const amount = baseText(order.filled, market);
  if (stage === 'waiting' || stage === 'cancelled') return text(`spot.orders.${stage}.title`);
  if (stage === 'filled' || order.amount === null) return text(`spot.orders.done.${order.type}`, { amount });
  return text(`spot.orders.part.${order.type}`, { amount, size: baseText(order.amount, market) });
}

/** Returns the text about the unfilled rest. */
function sentenceOf(order: Order, market: MarketInfo, text: Text): string | undefined {
  const stage = stageOf(order);
  if (stage === 'filled') return undefined;
  const price = limitText(order, market, text);
  if (stage === 'waiting' || stage === 'filling') return text(`spot.orders.${stage}.text`, { price });
  return text(`spot.orders.${stage}.text`, { reason: reasonText(order, text) ?? text('spot.status.cancelled') });
}

function moneyFacts(order: Order, market: MarketInfo, text: Text): readonly Fact[] {
  if (order.filled === 0n)
    return [
      [text('spot.price'), pricedText(order, market, text)],
      [text('spot.amount'), sizeText(order, market)],
    ];
  const { gave, got } = settledBy(order);
  const isBuy = order.type === 'buy';
  return [
    [text('spot.average'), `${averageText(order, market)} ${market.quote}`],
    [
      text(isBuy ? 'spot.orders.paid' : 'spot.orders.sold'),
      isBuy ? receiptText(gave, market.quote) : baseText(gave, market),
    ],
    [text('spot.fee'), receiptText(order.fee, order.fee_currency)],
    [text('spot.orders.got'), isBuy ? baseText(got, market) : receiptText(got, market.quote, 'down')],
  ];
}

const placeFacts = (order: Order, text: Text): readonly Fact[] => [
  [text('spot.orders.placed'), exactMoment(order.created)],
  [text('spot.orders.id'), <OrderId key="id" order={order} />],
];
