import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';
import { useSession } from '../session/session.ts';
import { isAmong, withUser } from './practised.ts';

/** Products whose risk is explained before their first use, and where this device stores who has read it. */
const KEPT_AS = { contract: 'contract_risk_read', seconds: 'seconds_risk_read' } as const;
type RiskyProduct = keyof typeof KEPT_AS;

const useStored = create<Readonly<Record<RiskyProduct, unknown>>>(() => ({
  contract: storage.read(KEPT_AS.contract),
  seconds: storage.read(KEPT_AS.seconds),
}));

/** Reports whether the risk has to be explained first: to a user with real money who has not passed it on this device. */
export function useNeedsGate(product: RiskyProduct): boolean {
  const user = useSession((session) => (session.user?.book === 'real' ? session.user.id : undefined));
  return useStored((stored) => user !== undefined && !isAmong(stored[product], user));
}

/** Notes on this device that the user has understood the risk. */
export function noteRiskRead(product: RiskyProduct, user: string): void {
  const kept = withUser(useStored.getState()[product], user);
  storage.write(KEPT_AS[product], kept);
  useStored.setState({ [product]: kept });
}
