export { KYC_LEVELS, type KycLevel } from './levels.ts';
export * as kycSettings from './settings.ts';
