import type { Factor } from '@app/domain/auth';

/** How far a challenge is: one factor of each group must be shown. */
export type Progress = { readonly needs: readonly (readonly Factor[])[]; readonly proven: readonly Factor[] };

export type Plan = {
  /** Groups that are shown already, and all of them. */
  readonly done: number;
  readonly count: number;
  /** The ways through the group that is due, the easiest first. */
  readonly factors: readonly Factor[];
};

/** A passkey goes first where the device has passkeys at all: it is one touch, and nobody can be talked out of it. */
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
