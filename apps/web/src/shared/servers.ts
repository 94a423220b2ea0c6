import { create } from 'zustand';

/** What the servers say of themselves: closed for maintenance, or no longer speaking to this version of the app. */
export const useServers = create<{ readonly state: 'open' | 'maintenance' | 'outdated' }>(() => ({ state: 'open' }));
