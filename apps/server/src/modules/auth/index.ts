export { createPasswords, PASSWORD_COST } from './account/password-hash.ts';
export { authRoutes } from './auth.routes.ts';
export type { AuthDeps } from './auth-deps.ts';
export { sweepAuth } from './code/sweep.ts';
export { explainDemoMoney } from './demo/explain-demo-money.ts';
export { createFindCaller } from './session/find-caller.ts';
export { createFindEndedSessions, createFindSessions } from './session/find-sessions.ts';
export { notifyReusedToken } from './session/notify-reused-token.ts';
export { type KeyedAction, onceProven } from './step-up/once-proven.ts';
