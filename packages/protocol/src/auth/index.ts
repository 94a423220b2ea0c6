export * from './account.routes.ts';
export * from './code.routes.ts';
export * from './demo.routes.ts';
export * from './factor.routes.ts';
export * from './freeze.routes.ts';
export * from './profile.routes.ts';
export * from './session.routes.ts';
export * from './step-up.routes.ts';
