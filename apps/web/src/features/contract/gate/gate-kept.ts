import { create } from 'zustand';
import { isAmong, withUser } from '../../../data/account/practised.ts';
import { useSession } from '../../../data/session/session.ts';
import { storage } from '../../../lib/storage.ts';

const KEPT_AS = 'contract_risk_read';

const useStored = create<{ readonly kept: unknown }>(() => ({ kept: storage.read(KEPT_AS) }));

/** Reports whether the risk has to be explained first: to a user with real money who has not passed it on this device. */
export function useNeedsGate(): boolean {
  const user = useSession((session) => (session.user?.book === 'real' ? session.user.id : undefined));
  return useStored(({ kept }) => user !== undefined && !isAmong(kept, user));
}

/** Notes on this device that the user has understood the risk. */
export function notePassed(user: string): void {
  const kept = withUser(useStored.getState().kept, user);
  storage.write(KEPT_AS, kept);
  useStored.setState({ kept });
}
