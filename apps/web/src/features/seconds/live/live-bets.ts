import { betsKey } from '@app/client/query';
import { isEnded } from '@app/client/seconds';
import { betsFrame } from '@app/protocol/socket';
import { createThrottle } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import { listChannel } from '../../../data/socket/list-channel.ts';
import { openBetsQuery, type WireBet } from '../bets/open-bets.ts';
import { applyBets, createEndedBets } from './apply-bets.ts';
import { passResult } from './ended-bets.ts';
import { showBetNotice } from './show-bet-notice.ts';

/**
 * Follows the user's bets as long as the connection lasts: writes the open ones to the query cache, and passes on those
 * that ended.
 */
export function liveBets(queryClient: QueryClient, scope: string, refreshBalances: () => void) {
  const ended = createEndedBets();
  let isOver = false;
  const channel = listChannel<WireBet>({
    name: 'bets',
    queryClient,
    allKey: betsKey(scope),
    listKey: openBetsQuery(scope).queryKey,
    read: (received) => {
      const { data: frame } = betsFrame.safeParse(received);
      return frame && { ...frame, rows: frame.data.bets };
    },
    take: (bets) => {
      const fresh = ended.take(bets);
      for (const bet of fresh.filter(isEnded)) {
        // A notice that fails for lack of texts is not missed: the history shows the same.
        if (!passResult(bet)) void showBetNotice(bet, () => isOver).catch(() => undefined);
      }
      return fresh;
    },
    apply: applyBets,
    refreshBalances,
    throttle: createThrottle,
  });
  const end = () => {
    isOver = true;
    channel.end();
  };
  return { ...channel, end };
}
