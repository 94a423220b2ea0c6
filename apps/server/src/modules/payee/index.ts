export { findBank, usableBank } from './bank.ts';
export { usableAddress } from './list-addresses.ts';
export { payeeRoutes } from './payee.routes.ts';
export { payeeTables } from './payee.store.ts';
