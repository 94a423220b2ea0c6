import type { Mode } from '@app/domain/ledger';
import { type Amount, ONE, type Price, type Rate, ratio, sum } from '@app/money';
import type { Depth, QuoteShown } from '@app/protocol/socket';
import { type BookPosition, type BookSource, groupLevels, nearLevels, useThrottled } from '@app/ui';
import { useMemo } from 'react';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { useMarketsSoFar } from '../../../data/market/markets.ts';
import { useQuoteState } from '../../../data/market/use-quote-state.ts';
import { useSession } from '../../../data/session/session.ts';
import { publicChannels } from '../../../data/socket/channel.ts';
import { useChannelLife } from '../../../data/socket/use-channel-life.ts';

/** Returns the mode of the user's orders; `real` for a visitor. */
export const useOwnMode = (): Mode => useSession(({ user }) => user?.book ?? 'real');

/** Returns the mode whose order book is shown: nobody trades real money at simulated prices, so there the demo's. */
export const shownModeOf = (own: Mode, isSimulated: boolean): Mode => (isSimulated ? 'demo' : own);

const SIMULATED = {
  judge: (quote: QuoteShown | undefined) => quote?.simulated,
  isSame: (before: boolean | undefined, after: boolean | undefined) => before === after,
};

/** Returns the mode whose order book a screen shows. Until the first quote, the list of markets tells what it will be. */
export function useShownMode(symbol: string): Mode {
  const own = useOwnMode();
  const listed = useMarketsSoFar().find((it) => it.symbol === symbol)?.simulated ?? false;
  return shownModeOf(own, useQuoteState(symbol, SIMULATED) ?? listed);
}

/** Returns whether the order book shown is the demo's although the user has none or trades real money. */
export const useIsBorrowed = (symbol: string): boolean => useShownMode(symbol) !== useOwnMode();

/**
 * Returns the depth of a market outside of React: a canvas draws it at its own pace. Subscribed while it has listeners.
 */
export function depthSource(mode: Mode, symbol: string): BookSource {
  const channel = { kind: 'depth', mode, symbol } as const;
  return {
    listen: (onChange) => publicChannels.listen(channel, onChange),
    read: () => publicChannels.view(channel).state,
  };
}

/** An estimate under a form need not follow every update. */
const EVERY_MS = 500;

/** Returns the depth for a form: updated twice a second at most. */
export function useDepth(symbol: string): Depth | undefined {
  const mode = useShownMode(symbol);
  const source = useMemo(() => depthSource(mode, symbol), [mode, symbol]);
  return useThrottled(source, EVERY_MS) as Depth | undefined; // The channel's own state.
}

/** Returns whether the order book is live: while it is not, the last known state stays visible, dimmed. */
export const useDepthStatus = (symbol: string) => useChannelLife({ kind: 'depth', mode: useShownMode(symbol), symbol });

type Levels = readonly (readonly [price: Price, amount: Amount])[];
type Rows = { readonly step: Price; readonly rows: number };

/** Returns the bid share of the quantity in the rows shown that are near the mid; one half for an empty order book. */
export function buyersShare(depth: { readonly bids: Levels; readonly asks: Levels }, { step, rows }: Rows): Rate {
  const { bids, asks } = nearLevels(depth);
  const shown = (levels: Levels, side: 'bid' | 'ask') =>
    sum(groupLevels(levels, { step, side, most: rows }).map(([, amount]) => amount));
  const bought = shown(bids, 'bid');
  const sold = shown(asks, 'ask');
  const all = sum([bought, sold]);
  return all === 0n ? ((ONE / 2n) as Rate) : ratio(bought, all, 'down');
}

/** Returns the levels of the user's own orders, to mark them in the order book. */
export function useOwnLevels(symbol: string): readonly BookPosition[] {
  const { data: orders } = useOpenOrders();
  const isBorrowed = useIsBorrowed(symbol);
  return useMemo(
    () =>
      (isBorrowed ? [] : (orders ?? [])).flatMap(({ symbol: of, type, price }) =>
        of === symbol && price !== null ? [{ side: type === 'buy' ? 'bid' : 'ask', price } as const] : [],
      ),
    [orders, symbol, isBorrowed],
  );
}
