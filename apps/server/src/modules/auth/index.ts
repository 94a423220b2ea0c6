export { authRoutes } from './auth.routes.ts';
export type { AuthDeps } from './auth-deps.ts';
export { createFindCaller } from './find-caller.ts';
export { sweepAuth } from './sweep.ts';
