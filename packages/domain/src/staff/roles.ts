/** Roles of staff members. Each may do as little as its work needs; what two must agree on names its roles itself. */
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

/** Roles of the first two accounts: together they can make every other account. */
export const FIRST_ROLES: readonly StaffRole[] = ['security', 'operator'];
