import type { StaffRole } from '@app/domain/staff';
import type { IconName } from '@app/ui';
import { CLAIM_ROLES, WITHDRAWAL_ROLES } from '../data/queries.ts';
import type { TextKey } from '../data/texts.ts';

export type DeskEntry = {
  readonly path: string;
  readonly name: TextKey;
  readonly icon: IconName;
  /** Pressed after g. */
  readonly key: string;
  /** Heading that it stands under. */
  readonly group?: TextKey;
  /** Who has something to see there; everybody without it. */
  readonly roles?: readonly StaffRole[];
};

/** Pages of the back office in the order of the rail. */
const DESK: readonly DeskEntry[] = [
  { path: '/', name: 'queue.title', icon: 'grid', key: 'q' },
  {
    path: '/identity',
    name: 'review.title',
    icon: 'id-card',
    key: 'i',
    group: 'frame.desks',
    roles: ['identity', 'risk'],
  },
  {
    path: '/deposits',
    name: 'claims.title',
    icon: 'deposit',
    key: 'e',
    group: 'frame.desks',
    roles: CLAIM_ROLES,
  },
  {
    path: '/withdrawals',
    name: 'withdrawals.title',
    icon: 'withdraw',
    key: 'd',
    group: 'frame.desks',
    roles: WITHDRAWAL_ROLES,
  },
  {
    path: '/payouts',
    name: 'payouts.title',
    icon: 'bank',
    key: 'b',
    group: 'frame.desks',
    roles: WITHDRAWAL_ROLES,
  },
  {
    path: '/users',
    name: 'users.title',
    icon: 'user',
    key: 'u',
    group: 'frame.look_up',
    roles: ['support', 'identity', 'finance', 'risk', 'security'],
  },
  { path: '/changes', name: 'changes.title', icon: 'passkey', key: 'c', group: 'frame.control' },
  { path: '/settings', name: 'settings.title', icon: 'sliders', key: 's', group: 'frame.control' },
  { path: '/switches', name: 'switch.title', icon: 'pause', key: 'w', group: 'frame.control' },
  {
    path: '/people',
    name: 'people.title',
    icon: 'users',
    key: 'p',
    group: 'frame.control',
    roles: ['security', 'operator', 'auditor'],
  },
  { path: '/trail', name: 'trail.title', icon: 'hash', key: 't', group: 'frame.control' },
];

export const entriesFor = (roles: readonly StaffRole[]): readonly DeskEntry[] =>
  DESK.filter(({ roles: needed }) => needed === undefined || needed.some((role) => roles.includes(role)));
