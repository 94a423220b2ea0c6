import { type Decision, ok, refuse } from '@app/base';
import { STAFF_ROLES, type StaffRole } from '@app/domain/staff';

export { STAFF_ROLES, type StaffRole };

/** Identity verification levels: none, level 1 (document), level 2 (document and liveness). */
export const VERIFICATION_LEVELS = [0, 1, 2] as const;
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number];

/** Additional roles of a user: fiat merchant, copy trading leader. */
export const USER_ROLES = ['merchant', 'trader'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const USER_ACCESS = ['visitor', 'user', 'kyc1', 'kyc2', 'merchant', 'trader'] as const;

/** Required access of a route. Staff routes live in the admin process and name the roles that reach them. */
export type Access = (typeof USER_ACCESS)[number] | 'staff';

/** Standing of a signed-in user as stored in the database, never as claimed by a request. */
export type CallerLevel = {
  readonly verification: VerificationLevel;
  readonly roles: readonly UserRole[];
  /** Undefined if the account was opened before the country was required. */
  readonly country: string | undefined;
  readonly isFrozen: boolean;
};

/** Standing of a signed-in staff member as stored in the database. */
export type StaffLevel = { readonly staffRoles: readonly StaffRole[] };

export type AccessRefusal = 'login_required' | 'account_frozen' | 'identity_required' | 'not_allowed';

/**
 * Decides access; the only place that does. `callerLevel` is undefined for a visitor. Refuses anything unknown: a level
 * that was added to the type but not here, or one that bypassed the type.
 */
export function checkAccess(
  access: Access,
  callerLevel: CallerLevel | StaffLevel | undefined,
  roles: readonly StaffRole[] = [],
): Decision<true, AccessRefusal> {
  if (access === 'visitor') return ok(true);
  if (callerLevel === undefined) return refuse('login_required');
  if ('staffRoles' in callerLevel) return checkStaff(access, callerLevel, roles);
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

/** Checks staff access: a staff member has staff rights only and none of a user. A route without roles is reached by nobody. */
const checkStaff = (
  access: Access,
  { staffRoles }: StaffLevel,
  roles: readonly StaffRole[],
): Decision<true, AccessRefusal> =>
  access === 'staff' && staffRoles.some((role) => roles.includes(role)) ? ok(true) : refuse('not_allowed');
