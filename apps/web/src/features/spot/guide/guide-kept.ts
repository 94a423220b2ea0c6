import { GUIDE_STEPS, type GuideStep } from './guide.ts';

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
