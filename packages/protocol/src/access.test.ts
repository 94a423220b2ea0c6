import { describe, expect, it } from 'vitest';
import {
  type Access,
  type CallerLevel,
  checkAccess,
  STAFF_ROLES,
  type StaffLevel,
  USER_ACCESS,
  USER_ROLES,
  VERIFICATION_LEVELS,
} from './access.ts';

const plain: CallerLevel = { verification: 0, roles: [], country: 'DE', isFrozen: false };
const PEOPLE: Readonly<Record<string, CallerLevel | StaffLevel | undefined>> = {
  visitor: undefined,
  user: plain,
  'level 1': { ...plain, verification: 1 },
  'level 2': { ...plain, verification: 2 },
  'unverified merchant': { ...plain, roles: ['merchant'] },
  'level 2 trader': { ...plain, verification: 2, roles: ['trader'] },
  'frozen with everything': { ...plain, verification: 2, roles: [...USER_ROLES], isFrozen: true },
  finance: { staffRoles: ['finance'] },
  'staff without a role': { staffRoles: [] },
};

/** Written by hand, so that a change to the function is caught here. */
const ALLOWED: Readonly<Record<string, readonly Access[]>> = {
  visitor: ['visitor'],
  user: ['visitor', 'user'],
  'level 1': ['visitor', 'user', 'kyc1'],
  'level 2': ['visitor', 'user', 'kyc1', 'kyc2'],
  'unverified merchant': ['visitor', 'user', 'merchant'],
  'level 2 trader': ['visitor', 'user', 'kyc1', 'kyc2', 'trader'],
  'frozen with everything': ['visitor'],
  finance: ['visitor'],
  'staff without a role': ['visitor'],
};

const EVERY_ACCESS: readonly Access[] = [...USER_ACCESS, 'staff'];

describe('access', () => {
  it.each(Object.keys(PEOPLE))('of %s is exactly what the table lists', (who) => {
    const allowed = EVERY_ACCESS.filter((access) => checkAccess(access, PEOPLE[who]).ok);
    expect(allowed).toEqual(ALLOWED[who]);
  });

  it('is refused to every caller for an unknown level', () => {
    for (const unknown of ['kyc3', 'admin', 'staff:', 'staff:finance', '', 'User', undefined]) {
      for (const callerLevel of Object.values(PEOPLE))
        expect(checkAccess(unknown as Access, callerLevel, STAFF_ROLES).ok).toBe(false);
    }
  });

  it('of a staff route is given to its roles only, and to no user', () => {
    for (const role of STAFF_ROLES)
      for (const other of STAFF_ROLES)
        expect(checkAccess('staff', { staffRoles: [role] }, [other]).ok).toBe(role === other);
    for (const [who, callerLevel] of Object.entries(PEOPLE))
      expect(checkAccess('staff', callerLevel, STAFF_ROLES).ok).toBe(who === 'finance');
  });

  it('names what is missing: a session, an identity, or not_allowed where the caller can do nothing', () => {
    expect(checkAccess('user', undefined)).toMatchObject({ code: 'login_required' });
    expect(checkAccess('kyc2', { ...plain, verification: 1 })).toMatchObject({ code: 'identity_required' });
    expect(checkAccess('merchant', plain)).toMatchObject({ code: 'not_allowed' });
    expect(checkAccess('staff', { ...plain, verification: 2 }, STAFF_ROLES)).toMatchObject({ code: 'not_allowed' });
  });

  it('covers every verification level', () => {
    expect(VERIFICATION_LEVELS.map((verification) => checkAccess('kyc1', { ...plain, verification }).ok)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
