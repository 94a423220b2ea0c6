import { create } from 'zustand';
import { useSession } from '../../../data/session/session.ts';
import { storage } from '../../../lib/storage.ts';
import { type KeptGuide, keptGuide } from './guide-kept.ts';

const KEPT_AS = 'spot_guide';
/** Store shared by the offer and the guide itself. */
const useStored = create<{ readonly kept: unknown }>(() => ({ kept: storage.read(KEPT_AS) }));

/** Returns this user's progress in the guide, stored on the device. */
export function useKeptGuide() {
  const user = useSession((session) => session.user?.id ?? '');
  const kept = keptGuide(
    useStored((stored) => stored.kept),
    user,
  );
  const keep = (change: Partial<KeptGuide>) => {
    const next = { ...keptGuide(useStored.getState().kept, user), ...change };
    storage.write(KEPT_AS, next);
    useStored.setState({ kept: next });
  };
  return { user, kept, keep };
}
