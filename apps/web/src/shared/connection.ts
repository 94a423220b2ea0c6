import { create } from 'zustand';

type Connection = {
  readonly isOnline: boolean;
  /** `idle` without a session; `lost` until the socket is back. */
  readonly socket: 'idle' | 'connecting' | 'live' | 'lost';
  /** To be added to this device's clock to have the server's. */
  readonly serverAheadMs: number;
};

export const useConnection = create<Connection>(() => ({
  isOnline: globalThis.navigator?.onLine ?? true,
  socket: 'idle',
  serverAheadMs: 0,
}));

/** The browser knows first when the network is gone. */
export function watchNetwork(): void {
  addEventListener('online', () => useConnection.setState({ isOnline: true }));
  addEventListener('offline', () => useConnection.setState({ isOnline: false }));
}
