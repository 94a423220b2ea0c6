import { STAFF_ROLES, type StaffRole } from '@app/domain/staff';

/** Who may call a staff route: everybody without a session, or staff members with one of these roles. */
export type StaffAccess = 'visitor' | readonly StaffRole[];

const ALL: readonly StaffRole[] = STAFF_ROLES;
/** Those whose work begins with a user, and those of them who protect an account. */
const DESKS: readonly StaffRole[] = ['support', 'identity', 'finance', 'risk', 'security'];
const PROTECTORS: readonly StaffRole[] = ['support', 'risk', 'security'];
/** Those who propose and sign settings. */
const SETTERS: readonly StaffRole[] = ['operator', 'finance', 'risk', 'security'];

/** Those who may look at what users send about their identity. */
const REVIEW_READERS: readonly StaffRole[] = ['identity', 'risk'];

/**
 * Every staff route and who may call it, reviewed and written by hand: a route opened by mistake, or to another role, is
 * found by comparison. Routes about changes are called with a setting, whose roles the database checks.
 */
export const STAFF_ACCESS: Readonly<Record<string, StaffAccess>> = {
  startEnrolment: 'visitor',
  enrol: 'visitor',
  getLoginOptions: 'visitor',
  staffLogin: 'visitor',
  staffLogout: ALL,
  getStaff: ALL,
  startStaffPasskey: ALL,
  addStaffPasskey: ALL,
  listChanges: ALL,
  getChange: ALL,
  startSigning: ALL,
  proposeChange: SETTERS,
  editChange: SETTERS,
  signChange: SETTERS,
  refuseChange: SETTERS,
  switchOffAtOnce: SETTERS,
  disableStaff: ['security'],
  inviteStaff: ['security'],
  listStaff: ['security', 'operator', 'auditor'],
  listTrail: ['security', 'operator', 'auditor'],
  listOwnTrail: ALL,
  getTrailState: ALL,
  listStaffSettings: ALL,
  getStaffSetting: ALL,
  listPeople: ALL,
  getState: ALL,
  listCases: REVIEW_READERS,
  getCaseQueue: ALL,
  getCaseState: REVIEW_READERS,
  getCase: REVIEW_READERS,
  openCasePicture: REVIEW_READERS,
  claimCase: ['identity'],
  releaseCase: ['identity'],
  decideCase: ['identity'],

  // Withdrawals.
  listDeskWithdrawals: ['finance', 'risk', 'security'],
  refuseWithdrawal: ['finance', 'risk', 'security'],
  listBalances: ['finance', 'risk', 'security', 'auditor'],

  // Deposits that did not appear.
  listClaims: ['finance', 'risk'],
  refuseClaim: ['finance', 'risk'],
  openVoucher: ['finance', 'risk'],
  listDeskPayouts: ['finance', 'risk', 'security'],
  openPayoutCard: ['finance', 'risk'],
  refusePayout: ['finance', 'risk', 'security'],

  // Users and support.
  searchUsers: DESKS,
  openUser: DESKS,
  revealUser: PROTECTORS,
  freezeUser: PROTECTORS,
  listUserLedger: ['support', 'finance', 'risk', 'security'],
  listUserOrders: ['support', 'finance', 'risk', 'security'],
  listUserSessions: PROTECTORS,
  listUserDevices: PROTECTORS,
  listUserNotices: ['support', 'identity', 'risk', 'security'],
  listUserTrail: PROTECTORS,
};

/** One valid request of each route; those that name an object are completed by the test, which makes it. */
export const STAFF_REQUESTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  startEnrolment: { invite: 'A'.repeat(43) },
  enrol: { invite: 'A'.repeat(43), password: 'nine lives and a half', sealed: 'x', code: '118304' },
  getLoginOptions: {},
  staffLogin: { email: 'nobody@staff.test', password: 'wrong', code: '118304', device_key: 'A'.repeat(120) },
  staffLogout: {},
  getStaff: {},
  startStaffPasskey: { code: '000000' },
  addStaffPasskey: { credential: '{}', name: 'Key' },
  listChanges: {},
  getChange: { id: '1' },
  startSigning: { id: '1', payload_hash: '0'.repeat(64) },
  proposeChange: {
    kind: 'setting.version',
    payload: '{"key":"staff.session_seconds","value":3600,"version":1}',
    reason: 'a test',
  },
  editChange: {
    id: '1',
    payload: '{"key":"staff.session_seconds","value":3601,"version":1}',
    reason: 'a test',
  },
  signChange: { id: '1', payload_hash: '0'.repeat(64), reason: 'a test' },
  refuseChange: { id: '1', reason: 'a test' },
  switchOffAtOnce: { key: 'switch.sign_ups', reason: 'a test' },
  disableStaff: { id: '1', reason: 'a test' },
  inviteStaff: { id: '1', reason: 'a test' },
  listStaff: {},
  listTrail: {},
  listOwnTrail: {},
  getTrailState: {},
  listStaffSettings: {},
  getStaffSetting: { key: 'staff.session_seconds' },
  listPeople: {},
  getState: {},
  listCases: {},
  getCaseQueue: {},
  getCaseState: { id: '1' },
  getCase: { id: '1' },
  openCasePicture: { id: '1', part: 'front_pic' },
  claimCase: {},
  releaseCase: { id: '1' },
  decideCase: { id: '1', outcome: 'rejected', reasons: ['front_glare'] },

  listDeskWithdrawals: {},
  refuseWithdrawal: { id: '8', reason: 'a test' },
  listBalances: {},

  listClaims: {},
  refuseClaim: { id: '8', because: 'not_found' },
  openVoucher: { id: '8' },
  listDeskPayouts: {},
  openPayoutCard: { id: '8' },
  refusePayout: { id: '8', reason: 'a test' },

  // Users and support. Number 8 is nobody: a role that may ask is told so.
  searchUsers: { text: '8' },
  openUser: { id: '8' },
  revealUser: { id: '8', reason: 'a test' },
  freezeUser: { id: '8', reason: 'a test' },
  listUserLedger: { id: '8' },
  listUserOrders: { id: '8' },
  listUserSessions: { id: '8' },
  listUserDevices: { id: '8' },
  listUserNotices: { id: '8' },
  listUserTrail: { id: '8' },
};
