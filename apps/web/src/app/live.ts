import { isVisitor } from '@app/client/session';
import { userInfo } from '@app/protocol/auth';
import { dismissAllNotices } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../data/call/call.ts';
import { sessionScope, useSession } from '../data/session/session.ts';
import { openSocket } from '../data/socket/socket.ts';
import { lazyDealChannel } from '../features/contract/live/lazy-deal-channel.ts';
import { noticeChannel } from '../features/notify/use-unread.ts';
import { lazyBetChannel } from '../features/seconds/live/lazy-bet-channel.ts';
import { lazyOrderChannel } from '../features/spot/live/lazy-order-channel.ts';
import { balanceChannel } from '../features/wallet/assets/balance-updates.ts';

/**
 * Attaches the features' channels to the one connection, for one user and mode: with another user's token they would
 * mix.
 */
export function connectLive(scope: string, queryClient: QueryClient): () => void {
  const { channels, end } = isVisitor(scope) ? NOTHING_OWN : channelsOf(scope, queryClient);
  const disconnect = openSocket({
    token: () => (sessionScope() === scope ? useSession.getState().token : undefined),
    channels,
    authenticateSocket: () => {
      if (!isVisitor(scope)) void call(userInfo, {}).catch(() => undefined); // An ended session is reported by itself (999).
    },
  });
  return () => {
    disconnect();
    end();
  };
}

const NOTHING_OWN = { channels: [], end: () => undefined };

function channelsOf(scope: string, queryClient: QueryClient) {
  const balances = balanceChannel(queryClient, scope);
  const orders = lazyOrderChannel(queryClient, scope, balances.refresh);
  const deals = lazyDealChannel(queryClient, scope, balances.refresh);
  const bets = lazyBetChannel(queryClient, scope, balances.refresh);
  const end = () => {
    for (const channel of [orders, deals, bets, balances]) channel.end();
    dismissAllNotices(); // They were the user's.
  };
  // A deposit is credited outside of the processes that send balances: only its notice announces it.
  const notices = noticeChannel(queryClient, scope, balances.refresh);
  return { channels: [balances, orders, deals, bets, notices], end };
}
