export { nameHolder } from './account/describe-user.ts';
export { createPasswords, PASSWORD_COST } from './account/password-hash.ts';
export { findLanguage, findReachable } from './account/user.store.ts';
export { authRoutes } from './auth.routes.ts';
export type { AuthDeps } from './auth-deps.ts';
export { type CloserDeps, closeAccounts } from './closing/close-accounts.ts';
export type { CountOpenOrders } from './closing/closing.store.ts';
export { addAttempt } from './code/attempt.store.ts';
export { notifyOwner, queueOwnerMail, type SecurityEvent } from './code/mails.ts';
export { sweepAuth } from './code/sweep.ts';
export { explainDemoMoney } from './demo/explain-demo-money.ts';
export { makeLoginChallenge, readLoginChallenge } from './factor/login-challenge.ts';
export { useLoginChallenge } from './factor/passkey-challenge.store.ts';
export { readCredential } from './factor/read-credential.ts';
export { authenticatorUri, makeAuthenticatorKey, stepOf } from './factor/totp.ts';
export {
  CEREMONY_SECONDS,
  creationOptions,
  loginOptions,
  requestOptions,
  STAFF_ALGORITHMS,
  verifyCreated,
  verifyShown,
} from './factor/webauthn.ts';
export { createStaffMails } from './freeze/staff-mails.ts';
export { authTables } from './personal-tables.ts';
export { hashToken, isToken, makeToken } from './secrets.ts';
export { createFindCaller, createReadCaller } from './session/find-caller.ts';
export { createFindChangedSessions, createFindEndedSessions, createFindSessions } from './session/find-sessions.ts';
export { createKnownCallers, type KnownCallers, keepPolling } from './session/known-callers.ts';
export { notifyReusedToken } from './session/notify-reused-token.ts';
export { type KeyedAction, onceProven } from './step-up/once-proven.ts';
