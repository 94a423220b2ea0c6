import { sideOf } from '@app/client/contract';
import { type Amount, directionOfPercent, type Price, type Rate } from '@app/money';
import type { ShareCard } from '@app/ui';
import type { Text } from '../../../data/app/texts.ts';
import { inMoney, priceText, returnText, seriesText, sideText, signedText } from './deal-texts.ts';
import type { SharedDeal } from './share-card.tsx';

/** The result that a card shows: unrealised at the index, or after fees at the exit. */
export type ShownResult = {
  readonly kind: 'open' | 'ended';
  readonly share: Rate | undefined;
  readonly amount: Amount;
  readonly price: Price | undefined;
  readonly at: number;
};

type Look = {
  /** Amounts are shown only if the user chose them. */
  readonly hasAmount: boolean;
  readonly precision: number | undefined;
  /** Practice money is never shown as real. */
  readonly isDemo: boolean;
  readonly day: string;
  readonly locale: string;
  readonly text: Text;
};

/** Returns the content of a deal's card. */
export function shareCardOf(
  deal: SharedDeal,
  { kind, share, amount, price }: ShownResult,
  { hasAmount, precision, isDemo, day, locale, text }: Look,
): ShareCard {
  const arrow = sideOf(deal) === 'long' ? '↑' : '↓';
  const exit = text(kind === 'open' ? 'deals.index' : 'deals.exit');
  return {
    title: `${deal.symbol} · ${arrow} ${sideText(deal, text)} ${deal.multiple}× · ${seriesText(deal, text)}`,
    period: `${text(`deals.share.percent.${kind}`)} · ${day}`,
    percent: returnText(share),
    tone: share === undefined ? 'flat' : directionOfPercent(share),
    amount: hasAmount ? inMoney(signedText(amount)) : undefined,
    detail: `${text('deals.entry')} ${priceText(deal.entry_price, precision)} · ${exit} ${priceText(price, precision)}`,
    marks: isDemo ? [text('deals.share.demo')] : [],
    fact: text('deals.share.note'),
    name: text('system.name'),
    locale,
  };
}
