import type { Mode } from '@app/domain/ledger';
import { showAmount, showPrice } from '@app/money';
import type { TradeShown } from '@app/protocol/socket';
import type { TapeRow, TapeSource } from '@app/ui';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { publicChannels } from '../../../data/socket/channel.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';

type Trades = TapeSource & { readonly count: () => number | undefined };

/** Returns a market's trades formatted for display; each trade is formatted once, however often it is rendered. */
export function tradesSource(mode: Mode, { symbol, precision, lot_precision }: MarketInfo): Trades {
  const channel = { kind: 'trades', mode, symbol } as const;
  const written = new WeakMap<TradeShown, TapeRow>();
  const rowOf = (trade: TradeShown): TapeRow => {
    const known = written.get(trade);
    if (known !== undefined) return known;
    const { id, side, isHouse } = trade;
    const row = {
      id,
      side,
      isHouse,
      time: clockText(trade.at, ownZone(), 'second'),
      price: showPrice(trade.price, precision),
      amount: showAmount(trade.quantity, lot_precision),
    };
    written.set(trade, row);
    return row;
  };
  return {
    listen: (onChange) => publicChannels.listen(channel, onChange),
    read: () => publicChannels.view(channel).state?.map(rowOf),
    count: () => publicChannels.view(channel).state?.length,
  };
}
