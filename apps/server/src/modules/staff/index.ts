export { readApproverKeys } from './account/account.store.ts';
export { bootstrapStaff, setByOperator } from './account/bootstrap.ts';
export { refusing } from './refuse-staff.ts';
export { hashBodies, type StaffCaller, serveStaff, serveStaffPicture } from './session/serve-staff.ts';
export { staffRoutes } from './staff.routes.ts';
export type { AllSettings, StaffDeps } from './staff-deps.ts';
