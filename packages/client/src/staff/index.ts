export { makeStaffClient, type StaffCallDeps, type StaffDevice } from './send-staff-call.ts';
