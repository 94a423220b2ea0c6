import { userInfo } from '@app/protocol/auth';
import type { QueryClient } from '@tanstack/react-query';
import { balanceChannel } from '../features/wallet/api/balance-updates.ts';
import { call } from '../shared/call.ts';
import { sessionScope } from '../shared/session.ts';
import { connectSocket } from '../shared/socket.ts';

/** Joins the features' channels to the one connection. */
export const connectLive = (token: string, queryClient: QueryClient) =>
  connectSocket(token, [balanceChannel(queryClient, sessionScope())], () => {
    void call(userInfo, {}).catch(() => undefined); // A session that ended says so by itself (999).
  });
