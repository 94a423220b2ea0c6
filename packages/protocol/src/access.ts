import { type Decision, ok, refuse } from '@app/base';

/** How far somebody's identity is verified: not at all, level 1 (document), level 2 (document and liveness). */
export const VERIFICATION_LEVELS = [0, 1, 2] as const;
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number];

/** What a user may be besides: a fiat merchant, a leader of copy trading. */
export const USER_ROLES = ['merchant', 'trader'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const STAFF_ROLES = [
  'support',
  'identity',
  'finance',
  'risk',
  'content',
  'operator',
  'auditor',
  'security',
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const USER_ACCESS = ['visitor', 'user', 'kyc1', 'kyc2', 'merchant', 'trader'] as const;

/** Who may call a route. Staff routes live in the admin process and name one role. */
export type Access = (typeof USER_ACCESS)[number] | `staff:${StaffRole}`;

/** What the database says of a signed-in user; nothing a request claims. */
export type CallerLevel = {
  readonly verification: VerificationLevel;
  readonly roles: readonly UserRole[];
  /** Nothing where the account was opened before it was asked for. */
  readonly country: string | undefined;
  readonly isFrozen: boolean;
};

/** What the database says of a signed-in member of the staff. */
export type StaffLevel = { readonly staffRoles: readonly StaffRole[] };

export type AccessRefusal = 'login_required' | 'account_frozen' | 'identity_required' | 'not_allowed';

/**
 * The one decision about access. `standing` is nothing for a visitor. What it does not know it refuses: a level that was
 * added to the type and forgotten here, or one that came in past the type.
 */
export function checkAccess(
  access: Access,
  callerLevel: CallerLevel | StaffLevel | undefined,
): Decision<true, AccessRefusal> {
  if (access === 'visitor') return ok(true);
  if (callerLevel === undefined) return refuse('login_required');
  if ('staffRoles' in callerLevel) return checkStaff(access, callerLevel);
  return callerLevel.isFrozen ? refuse('account_frozen') : checkUser(access, callerLevel);
}

function checkUser(access: Access, { verification, roles }: CallerLevel): Decision<true, AccessRefusal> {
  switch (access) {
    case 'user':
      return ok(true);
    case 'kyc1':
      return verification >= 1 ? ok(true) : refuse('identity_required');
    case 'kyc2':
      return verification >= 2 ? ok(true) : refuse('identity_required');
    case 'merchant':
    case 'trader':
      return roles.includes(access) ? ok(true) : refuse('not_allowed');
    default:
      return refuse('not_allowed');
  }
}

/** A member of the staff has the rights of the staff and none of a user. */
const checkStaff = (access: Access, { staffRoles }: StaffLevel): Decision<true, AccessRefusal> =>
  staffRoles.some((role) => access === `staff:${role}`) ? ok(true) : refuse('not_allowed');
