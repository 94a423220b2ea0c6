export * from './address-of-key.ts';
export * from './claim.ts';
export * from './postings.ts';
export * as depositSettings from './settings.ts';
export * from './states.ts';
