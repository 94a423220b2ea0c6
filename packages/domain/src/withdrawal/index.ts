export * from './checks.ts';
export * from './intent.ts';
export * from './postings.ts';
export * as withdrawalSettings from './settings.ts';
export { type AllTerms, termsKey, type WithdrawalTerms } from './settings.ts';
export * from './states.ts';
