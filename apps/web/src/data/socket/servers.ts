import { create } from 'zustand';

type Servers = {
  /** State reported by the servers: under maintenance, or no longer supporting this version of the app. */
  readonly state: 'open' | 'maintenance' | 'outdated';
  /** Number of responses that put the state in doubt; a listener that can check it subscribes to this. */
  readonly doubts: number;
};

export const useServers = create<Servers>(() => ({ state: 'open', doubts: 0 }));

export const invalidateServerStatus = () => useServers.setState(({ doubts }) => ({ doubts: doubts + 1 }));
