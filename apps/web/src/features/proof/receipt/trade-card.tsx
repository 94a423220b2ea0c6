import { type Amount, amountForSpeech, type Price, showPrice } from '@app/money';
import { CoinIcon, Tag } from '@app/ui';
import type { Receipt } from '@app/verifier';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import type { originOf } from '../price/read-leaf.ts';

type Props = {
  receipt: Receipt;
  market: MarketInfo;
  /** Level of the ladder, if the ladder did offer this. */
  level: number | undefined;
  /** Where the price comes from; simulated and local prices are not a market's. */
  origin: ReturnType<typeof originOf>;
};

/** Describes the trade as text. The user is private and not in the receipt. */
export function TradeCard({ receipt, market, level, origin }: Props) {
  const text = useText();
  const { side, price, quantity } = receipt.fill.fill;
  return (
    <section className="card mx-gutter mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="flex min-w-0 items-center gap-2 text-body font-semibold">
          <CoinIcon code={market.base} size={20} />
          <span className="wrap-anywhere">{market.symbol}</span>
        </h2>
        <span className="flex gap-1.5">
          {origin !== 'venues' && <Tag tone="info">{text(`proof.${origin}`)}</Tag>}
          {receipt.book === 'demo' && <Tag tone="warn">{text('proof.receipt.demo')}</Tag>}
        </span>
      </div>
      <p className="mt-3 text-h2 text-balance">
        {text(side === 'buy' ? 'proof.receipt.bought' : 'proof.receipt.sold', {
          amount: amountForSpeech(quantity as Amount),
          base: market.base,
          quote: market.quote,
          price: showPrice(price as Price, market.precision),
        })}
      </p>
      <Story receipt={receipt} market={market} level={level} />
    </section>
  );
}

/** Shows the ladder level, the amount taken before, and whose price applied. */
function Story({ receipt, market, level }: Omit<Props, 'origin'>) {
  const text = useText();
  const { tick, taken, ladder, fill } = receipt.fill;
  const index = showPrice(tick.price as Price, market.precision);
  const { levels } = ladder.settings;
  return (
    <div className="mt-2 grid gap-1.5 text-label text-ink-2 text-pretty">
      <p>
        {level === undefined
          ? text('proof.receipt.index', { index, seq: tick.seq })
          : offeredText({ index, seq: tick.seq, level, levels }, text)}
      </p>
      {taken > 0 && <p>{text('proof.receipt.before', { amount: takenText(receipt), base: market.base })}</p>}
      {fill.houseTook && <p>{text('proof.receipt.waiting')}</p>}
    </div>
  );
}

type Offered = { index: string; seq: number; level: number; levels: number };

const offeredText = (offered: Offered, text: Text): string =>
  text(offered.level === 1 ? 'proof.receipt.offered.best' : 'proof.receipt.offered', offered);

/** Formats the amount taken before; an invalid count has already failed its check. */
export function takenText({ fill: { taken, ladder } }: Receipt): string {
  return Number.isSafeInteger(taken) ? amountForSpeech((BigInt(taken) * ladder.lot) as Amount) : '—';
}
