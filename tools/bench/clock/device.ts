import { makeCall, openPendingCalls } from '@app/client/call';
import { isEnded, timeLeftMs } from '@app/client/seconds';
import { connectSocket, createChannels, createConnection, createServerClock } from '@app/client/socket';
import { memoryBackend, openStorage } from '@app/client/storage';
import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import { submitBet } from '@app/protocol/seconds';
import { betsFrame } from '@app/protocol/socket';

type Bet = Output<typeof submitBet>;

/** What a screen says about a bet at a moment. */
export type Shown = {
  readonly id: bigint;
  readonly leftMs: number;
  readonly entersMs: number;
  readonly entryMs: number | null;
  readonly expiresMs: number | null;
  readonly isEnded: boolean;
};

/** A user's device with the app's own client: calls, socket and the server's clock. */
export type Device = {
  place(seconds: number): Promise<void>;
  /** Returns what is on the screen now, or would be at another time. */
  show(nowMs?: number): readonly Shown[];
  /** Whether it knows the server's time from the socket. */
  isSynced(): boolean;
  close(): void;
};

const STAKE = parseDecimal<Amount>('5');

export function openDevice(edgeUrl: string, token: string): Device {
  const connection = createConnection(true);
  const clock = createServerClock(connection);
  const bets = new Map<bigint, Bet>();
  const take = (news: readonly Bet[]) => {
    for (const bet of news) if (!isOver(bets.get(bet.id))) bets.set(bet.id, bet);
  };
  const nothing = () => {};
  const call = makeCall({
    origin: edgeUrl,
    language: () => 'en',
    token: () => token,
    scope: () => token,
    pending: openPendingCalls(openStorage(memoryBackend())),
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onSessionEnded: nothing,
    onIdentityNeeded: nothing,
    onMaintenance: nothing,
    onNextToken: nothing,
    onDate: (date, requestedAt) => clock.syncFromHeader(date, requestedAt, Date.now()),
  });
  const close = connectSocket({
    connection,
    publicChannels: createChannels(),
    origin: edgeUrl,
    transports: ['websocket'],
    token: () => token,
    channels: [
      { name: 'bets', refresh: nothing, receive: (frame) => take(betsFrame.safeParse(frame).data?.data.bets ?? []) },
    ],
    authenticateSocket: nothing,
  });
  return {
    place: async (seconds) => {
      const type = bets.size % 2 === 0 ? 1 : 2;
      take([await call(submitBet, { match_id: 1, currency_name: 'USDT', type, seconds, number: STAKE })]);
    },
    show: (nowMs = clock.serverNow()) =>
      [...bets.values()].map((bet) => ({
        id: bet.id,
        leftMs: timeLeftMs(bet, nowMs),
        entersMs: bet.enters,
        entryMs: bet.entry_time,
        expiresMs: bet.expires,
        isEnded: isEnded(bet),
      })),
    isSynced: () => connection.getState().clock === 'socket',
    close,
  };
}

const isOver = (bet: Bet | undefined) => bet !== undefined && isEnded(bet);
