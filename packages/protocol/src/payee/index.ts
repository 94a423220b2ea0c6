export * from './address.routes.ts';
export * from './bank.routes.ts';
