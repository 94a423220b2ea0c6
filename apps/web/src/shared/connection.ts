import { create } from 'zustand';

type Connection = {
  readonly isOnline: boolean;
  /** `idle` without a session; `lost` until the socket is back. */
  readonly socket: 'idle' | 'connecting' | 'live' | 'lost';
  /** When the socket last said anything, by this device's clock. */
  readonly receivedAt: number;
  /** To be added to this device's clock to have the server's. */
  readonly serverAheadMs: number;
  /** Where that is known from. */
  readonly clock: 'none' | 'header' | 'socket';
};

export const useConnection = create<Connection>(() => ({
  isOnline: globalThis.navigator?.onLine ?? true,
  socket: 'idle',
  receivedAt: 0,
  serverAheadMs: 0,
  clock: 'none',
}));

/** The browser knows first when the network is gone. */
export function watchNetwork(): void {
  addEventListener('online', () => useConnection.setState({ isOnline: true }));
  addEventListener('offline', () => useConnection.setState({ isOnline: false }));
}
