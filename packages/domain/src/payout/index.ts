export * from './checks.ts';
export * from './intent.ts';
export * from './postings.ts';
export * as payoutSettings from './settings.ts';
export * from './states.ts';
