import { userInfo } from '@app/protocol/auth';
import type { QueryClient } from '@tanstack/react-query';
import { noticeChannel } from '../features/notify/api/notice-updates.ts';
import { orderChannel } from '../features/spot/api/order-updates.ts';
import { balanceChannel } from '../features/wallet/api/balance-updates.ts';
import { call } from '../shared/call.ts';
import { isVisitor, sessionScope, useSession } from '../shared/session.ts';
import { connectSocket } from '../shared/socket.ts';

/** Joins the features' channels to the one connection, for one user and book: with another's token they would mix. */
export const connectLive = (scope: string, queryClient: QueryClient) =>
  connectSocket({
    token: () => (sessionScope() === scope ? useSession.getState().token : undefined),
    channels: isVisitor(scope) ? [] : channelsOf(scope, queryClient),
    askWhoWeAre: () => {
      if (!isVisitor(scope)) void call(userInfo, {}).catch(() => undefined); // A session that ended says so by itself (999).
    },
  });

function channelsOf(scope: string, queryClient: QueryClient) {
  const balances = balanceChannel(queryClient, scope);
  return [balances, orderChannel(balances.refresh), noticeChannel(queryClient, scope)];
}
