import { Note, Segmented } from '@app/ui';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { NotLoaded } from '../trade/not-loaded.tsx';
import { useSituationRetry } from '../trade/order-context.ts';
import { TopUpSheet } from '../trade/top-up-sheet.tsx';
import { LiteAction } from './lite-action.tsx';
import { LiteAmount } from './lite-amount.tsx';
import { LiteFacts } from './lite-facts.tsx';
import { PriceNotes } from './lite-notes.tsx';
import { paidUnit } from './lite-preview.ts';
import { LiteReview } from './lite-review.tsx';
import { type Lite, useLite } from './use-lite.ts';
import { useLiteOrder } from './use-lite-order.ts';

/** Buys or sells one amount at the market. Remount it for another market. */
export function LiteTrade({ market }: { market: MarketInfo }) {
  const text = useText();
  const lite = useLite(market);
  const order = useLiteOrder(lite);
  const topUp = useSheet('lite-top-up');
  const change: Lite['change'] = (next) => {
    if (next.amountInput !== lite.form.amountInput) order.startAfresh(); // The same amount in another unit is unchanged.
    lite.change(next);
  };
  const choose: Lite['choose'] = (side) => {
    if (side !== lite.side) order.startAfresh();
    lite.choose(side);
  };
  return (
    <div className="flex min-h-full flex-col overflow-x-clip px-gutter pt-2">
      <Segmented
        label={text('spot.lite.side')}
        value={lite.side}
        onChange={choose}
        options={[
          { value: 'buy', label: text('spot.buy'), tone: 'up' },
          { value: 'sell', label: text('spot.sell'), tone: 'down' },
        ]}
      />
      <LiteAmount lite={{ ...lite, change }} error={order.refusal ?? errorOf(lite, text)} />
      <LiteFacts lite={lite} topUp={topUp.open} />
      <LiteStatus lite={lite} />
      <div className="sticky bottom-(--lift) mt-auto bg-bg pt-3 pb-4">
        <LiteAction {...{ lite, order }} topUp={topUp.open} />
      </div>
      <LiteReview {...{ lite, order }} />
      <TopUpSheet currency={market[paidUnit(lite.side)]} isOpen={topUp.isOpen} close={topUp.close} />
    </div>
  );
}

/** Returns what is wrong with the amount. */
function errorOf({ step, preview }: Lite, text: Text): string | undefined {
  const isOfAmount = ['minimum', 'maximum', 'short', 'refused'].includes(step);
  return isOfAmount && preview?.refusal ? text(`refusal.${preview.refusal.code}`, preview.refusal.params) : undefined;
}

/** Shows what to know about the price, or that the market has none. */
function LiteStatus({ lite: { step, preview } }: { lite: Lite }) {
  const text = useText();
  const retry = useSituationRetry();
  const code = preview?.refusal?.code;
  if (retry !== undefined && preview === undefined) return <NotLoaded retry={retry} />;
  if ((step === 'waiting' && code === 'price_stale') || (step === 'closed' && code === 'market_closed'))
    return (
      <Note icon="info" tone="warn">
        {text(`refusal.${code}`)}
      </Note>
    );
  return preview === undefined ? null : <PriceNotes {...preview} />;
}
