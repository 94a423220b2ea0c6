export { authenticatorCode } from './authenticator.ts';
export { type FreshDatabase, freshDatabase, TEMPLATE } from './fresh-database.ts';
export { type Role, roleUrl } from './role-url.ts';
