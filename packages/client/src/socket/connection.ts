import { createStore, type StoreApi } from 'zustand/vanilla';

export type Connection = {
  readonly isOnline: boolean;
  /** `idle` without a session; `lost` until the socket reconnects. */
  readonly socket: 'idle' | 'connecting' | 'live' | 'lost';
  /** Time of the last socket message, by this device's clock. */
  readonly receivedAt: number;
  /** Offset to add to this device's clock to get the server's. */
  readonly serverAheadMs: number;
  /** Source of that offset. */
  readonly clock: 'none' | 'header' | 'socket';
};

export const createConnection = (isOnline: boolean): StoreApi<Connection> =>
  createStore(() => ({ isOnline, socket: 'idle', receivedAt: 0, serverAheadMs: 0, clock: 'none' }));

/** A `Date` header is truncated to the second: the true time is half a second later on average. */
const HALF_A_SECOND = 500;

/** Returns the server clock's offset, taking half of the round trip as the latency. */
export const aheadBy = (serverMs: number, requestedAt: number, answeredAt: number) =>
  serverMs - (requestedAt + answeredAt) / 2;

/** The fastest response of the last minutes is the most accurate: a slow one may be stamped far from its midpoint. */
const BEST_FOR_MS = 300_000;

/** Creates the server's clock, as seen from this device. */
export function createServerClock(connection: Pick<StoreApi<Connection>, 'getState' | 'setState'>) {
  let best = { tookMs: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  return {
    /** Sets the offset from a response's `Date` header, unless the socket has set a more precise one. */
    syncFromHeader: (date: string | null, requestedAt: number, answeredAt: number): void => {
      const serverMs = Date.parse(date ?? '');
      if (Number.isNaN(serverMs) || connection.getState().clock === 'socket') return;
      const tookMs = answeredAt - requestedAt;
      if (tookMs > best.tookMs && answeredAt - best.at < BEST_FOR_MS) return;
      best = { tookMs, at: answeredAt };
      const serverAheadMs = aheadBy(serverMs + HALF_A_SECOND, requestedAt, answeredAt);
      connection.setState({ clock: 'header', serverAheadMs });
    },
    serverNow: (): number => Date.now() + connection.getState().serverAheadMs,
  };
}
