import type { StaffRole } from './roles.ts';

/** Whose signature a change needs: a maker who shaped it, and a checker who did not. */
type Signers = { readonly makers: readonly StaffRole[]; readonly checkers: readonly StaffRole[] };

const SETTERS = ['operator', 'finance', 'risk', 'security'] as const;
const BY_FINANCE = { makers: ['finance'], checkers: ['finance', 'risk'] } as const;
const BY_SECURITY = { makers: ['security'], checkers: ['security', 'operator'] } as const;

/** Every kind of change that takes two people. The database has the same table and decides by it. */
export const CHANGES = {
  'setting.version': { makers: SETTERS, checkers: SETTERS },
  'staff.create': BY_SECURITY,
  'staff.roles': BY_SECURITY,
  'staff.enable': BY_SECURITY,
  'kyc.override': { makers: ['identity'], checkers: ['identity', 'risk', 'security'] },
  'withdrawal.approve': BY_FINANCE,
  'payout.approve': BY_FINANCE,
  'payout.paid': BY_FINANCE,
  'payout.refuse_approved': BY_FINANCE,
  'deposit.approve': BY_FINANCE,
  'chain.resume': { makers: ['finance', 'security'], checkers: ['risk', 'security'] },
  'user.second_factor': { makers: ['support'], checkers: ['security'] },
  'user.unfreeze': { makers: ['support', 'risk', 'security'], checkers: ['risk', 'security'] },
} as const satisfies Record<string, Signers>;
export type ChangeKind = keyof typeof CHANGES;
export const CHANGE_KINDS = Object.keys(CHANGES) as readonly ChangeKind[]; // The keys of the table above.

export const CHANGE_STATES = ['waiting', 'refused', 'withdrawn', 'executed'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** What a staff member may do with a change that waits. */
export type ChangePart = 'maker' | 'checker' | 'reader';

/** Returns the part of a staff member in a change: whoever shaped it cannot check it, whatever roles they have. */
export function partIn(
  { kind, editors }: { readonly kind: ChangeKind; readonly editors: readonly bigint[] },
  { id, roles }: { readonly id: bigint; readonly roles: readonly StaffRole[] },
): ChangePart {
  const { makers, checkers }: Signers = CHANGES[kind];
  const hasOne = (of: readonly StaffRole[]) => of.some((role) => roles.includes(role));
  if (editors.includes(id)) return hasOne(makers) ? 'maker' : 'reader';
  return hasOne(checkers) ? 'checker' : 'reader';
}

/** Serializes a payload with sorted keys: two people who see the same change sign the same bytes. */
export const payloadText = (payload: unknown): string =>
  JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** Returns the text whose hash a passkey signs to prove the next one of its account. */
export const passkeyText = (staffId: bigint, keyHash: string): string =>
  `tidemark staff passkey v1\n${staffId}\n${keyHash}`;

/** Returns the text whose hash a passkey signs: one change, one payload, one purpose. */
export const signedText = (changeId: bigint, payloadHash: string): string =>
  `tidemark staff change v1\n${changeId}\n${payloadHash}`;
