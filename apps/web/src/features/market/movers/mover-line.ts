import { changePercent } from '@app/domain/market';
import { type Decimal, type Price, ZERO } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import type { MarketLine } from '@app/ui';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { turnoverOf } from '../list/list-order.ts';

/** A market's last 24 hours in equal steps, as received from the server. */
export type Spark = { readonly open: Price; readonly values: readonly Price[] };

/** Returns the figures of a row; unknown ones stay undefined. */
export function moverLine({ base, quote, precision }: MarketInfo, shown: QuoteShown | undefined): MarketLine {
  if (shown === undefined) return { base, quote, precision, price: undefined, change: undefined, volume: undefined };
  const { open, price } = shown;
  return { base, quote, precision, price, change: changePercent(open, price), volume: turnoverOf(shown) };
}

/** Returns the day against its open, ending at the current price. Without a day it has only the open. */
export function liveSpark(spark: Spark | undefined, quote: QuoteShown | undefined): Spark {
  if (quote === undefined) return spark ?? { open: ZERO as Decimal as Price, values: [] };
  return { open: quote.open, values: spark === undefined ? [] : [...spark.values, quote.price] };
}

export const chartAddress = (symbol: string) => `/pages/transaction/index?${new URLSearchParams({ symbol })}`;
