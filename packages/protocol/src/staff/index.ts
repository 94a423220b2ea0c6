export {
  disableStaff,
  editChange,
  getChange,
  inviteStaff,
  listChanges,
  proposeChange,
  refuseChange,
  signChange,
  startSigning,
  switchOffAtOnce,
} from './change.routes.ts';
export { listClaims, openVoucher, refuseClaim } from './claim.routes.ts';
export { roles } from './fields.ts';
export { listDeskPayouts, openPayoutCard, refusePayout } from './payout.routes.ts';
export { getTrailState, listOwnTrail, listStaff, listTrail } from './read.routes.ts';
export { listBalances } from './reconciliation.routes.ts';
export {
  claimCase,
  decideCase,
  getCase,
  getCaseQueue,
  getCaseState,
  listCases,
  openCasePicture,
  releaseCase,
} from './review.routes.ts';
export {
  addStaffPasskey,
  enrol,
  getLoginOptions,
  getStaff,
  staffLogin,
  staffLogout,
  startEnrolment,
  startStaffPasskey,
} from './session.routes.ts';
export { getStaffSetting, getState, listPeople, listStaffSettings } from './setting.routes.ts';
export {
  freezeUser,
  listUserDevices,
  listUserLedger,
  listUserNotices,
  listUserOrders,
  listUserSessions,
  listUserTrail,
  openUser,
  revealUser,
  searchUsers,
  USER_PRODUCTS,
  USER_STATES,
} from './user.routes.ts';
export { listDeskWithdrawals, refuseWithdrawal } from './withdrawal.routes.ts';
