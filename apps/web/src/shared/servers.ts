import { create } from 'zustand';

type Servers = {
  /** What the servers say of themselves: closed for maintenance, or no longer speaking to this version of the app. */
  readonly state: 'open' | 'maintenance' | 'outdated';
  /** How often an answer made it doubtful; whoever can ask listens to it. */
  readonly doubts: number;
};

export const useServers = create<Servers>(() => ({ state: 'open', doubts: 0 }));

export const invalidateServerStatus = () => useServers.setState(({ doubts }) => ({ doubts: doubts + 1 }));
