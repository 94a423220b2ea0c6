export { authenticatorCode } from './authenticator.ts';
export { copyDatabase, type FreshDatabase, freshDatabase, TEMPLATE } from './fresh-database.ts';
export { fundAccounts, type Gift } from './fund-accounts.ts';
export { endListed, guardChild, guardFolder } from './guard.ts';
export { isRunning, ownIdentity, type ProcessIdentity, startOf } from './process-identity.ts';
export { type Role, roleUrl } from './role-url.ts';
export { setSettings } from './set-settings.ts';
export { addStaffSession, inviteStaff, withdrawChanges } from './staff-session.ts';
export { type CollectedSpan, startTraceCollector, type TraceCollector } from './trace-collector.ts';
