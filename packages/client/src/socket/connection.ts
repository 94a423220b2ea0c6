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
