import type { Mode } from '@app/domain/ledger';
import { type Amount, ONE, type Rate, ratio, sum } from '@app/money';
import type { Depth } from '@app/protocol/socket';
import { type BookPosition, type BookSource, useThrottled } from '@app/ui';
import { useMemo } from 'react';
import { useOpenOrders } from '../../../data/account/orders.ts';
import { useSession } from '../../../data/session/session.ts';
import { publicChannels } from '../../../data/socket/channel.ts';
import { useChannelLife } from '../../../data/socket/use-channel-life.ts';

/** Returns the mode whose order book a screen shows: the user's, and `real` for a visitor. */
export const useShownMode = (): Mode => useSession(({ user }) => user?.book ?? 'real');

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
  const mode = useShownMode();
  const source = useMemo(() => depthSource(mode, symbol), [mode, symbol]);
  return useThrottled(source, EVERY_MS) as Depth | undefined; // The channel's own state.
}

/** Returns whether the order book is live: while it is not, the last known state stays visible, dimmed. */
export const useDepthStatus = (symbol: string) => useChannelLife({ kind: 'depth', mode: useShownMode(), symbol });

type Levels = readonly (readonly [price: unknown, amount: Amount])[];

/** Returns the bid share of all visible quantity; one half for an empty order book. */
export function buyersShare({ bids, asks }: { readonly bids: Levels; readonly asks: Levels }): Rate {
  const bought = sum(bids.map(([, amount]) => amount));
  const sold = sum(asks.map(([, amount]) => amount));
  const all = sum([bought, sold]);
  return all === 0n ? ((ONE / 2n) as Rate) : ratio(bought, all, 'down');
}

/** Returns the levels of the user's own orders, to mark them in the order book. */
export function useOwnLevels(symbol: string): readonly BookPosition[] {
  const { data: orders } = useOpenOrders();
  return useMemo(
    () =>
      (orders ?? []).flatMap(({ symbol: of, type, price }) =>
        of === symbol && price !== null ? [{ side: type === 'buy' ? 'bid' : 'ask', price } as const] : [],
      ),
    [orders, symbol],
  );
}
