import { type Amount, amountForSpeech, type Rate, showPercent } from '@app/money';
import { Facts, Note } from '@app/ui';
import type { Receipt } from '@app/verifier';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';

type Props = { receipt: Receipt; market: MarketInfo };

/** Shows every ladder input besides the index price: published settings, and values only in the receipt. */
export function LadderSettings({ receipt, market }: Props) {
  const text = useText();
  const { settings, base, quote, priceTick, lot } = receipt.fill.ladder;
  const percent = (rate: bigint) => showPercent(rate as Rate).replace('+', '');
  const inQuote = (amount: bigint) => `${amountForSpeech(amount as Amount)} ${market.quote}`;
  const inBase = (amount: bigint) => `${amountForSpeech(amount as Amount)} ${market.base}`;
  return (
    <div className="grid gap-4 pb-2">
      <Facts
        facts={[
          [text('proof.receipt.set.levels'), String(settings.levels)],
          [text('proof.receipt.set.spread'), percent(settings.spreadRate)],
          [text('proof.receipt.set.step'), percent(settings.stepRate)],
          [text('proof.receipt.set.worth'), inQuote(settings.levelWorth)],
          [text('proof.receipt.set.most'), inQuote(settings.inventoryMax)],
          [text('proof.receipt.set.owned', { currency: market.base }), amountForSpeech(base as Amount)],
          [text('proof.receipt.set.owned', { currency: market.quote }), amountForSpeech(quote as Amount)],
          [text('proof.receipt.set.tick'), inQuote(priceTick)],
          [text('proof.receipt.set.lot'), inBase(lot)],
        ]}
      />
      <Note icon="info">{text('proof.receipt.set.note')}</Note>
    </div>
  );
}
