import { create } from 'zustand';
import { useSession } from '../../../data/session/session.ts';
import { storage } from '../../../lib/storage.ts';
import { GUIDE_STEPS, type GuideStep } from './guide.ts';

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

/**
 * One user's progress on this device. `since` is the newest order from before: a newer one was placed with the guide.
 */
export type KeptGuide = {
  readonly user: string;
  readonly step?: GuideStep | undefined;
  readonly since?: string | undefined;
  readonly wasOffered: boolean;
};

/** Returns the stored progress of this user; ignores data of another user or of none. */
export function keptGuide(kept: unknown, user: string): KeptGuide {
  if (typeof kept !== 'object' || kept === null || !('user' in kept) || kept.user !== user)
    return { user, wasOffered: false };
  const step = 'step' in kept ? GUIDE_STEPS.find((it) => it === kept.step) : undefined;
  const since = 'since' in kept && typeof kept.since === 'string' && /^\d+$/.test(kept.since) ? kept.since : undefined;
  const wasOffered = 'wasOffered' in kept && kept.wasOffered === true;
  return { user, wasOffered, ...(step !== undefined && { step }), ...(since !== undefined && { since }) };
}
