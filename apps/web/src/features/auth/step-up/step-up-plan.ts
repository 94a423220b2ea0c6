import type { Factor } from '@app/domain/auth';

/** Progress of a challenge: one factor of each group must be proven. */
export type Progress = { readonly needs: readonly (readonly Factor[])[]; readonly proven: readonly Factor[] };

export type Plan = {
  /** Groups already proven, and all groups. */
  readonly done: number;
  readonly count: number;
  /** Factors of the current group, the easiest first. */
  readonly factors: readonly Factor[];
};

/**
 * Plans the next factor. A passkey comes first if the device supports passkeys: it is one touch, and cannot be phished.
 */
export function planOf({ needs, proven }: Progress, hasPasskeys: boolean): Plan {
  const isDone = (group: readonly Factor[]) => group.some((factor) => proven.includes(factor));
  const due = needs.find((group) => !isDone(group)) ?? [];
  const factors = due.filter((factor) => factor !== 'passkey');
  const isOffered = hasPasskeys && due.includes('passkey');
  return {
    done: needs.filter(isDone).length,
    count: needs.length,
    factors: isOffered ? ['passkey', ...factors] : factors,
  };
}
