export { createDecisionMails } from './decision-mails.ts';
export { kycRoutes } from './kyc.routes.ts';
export { kycTables } from './kyc.store.ts';
export { listLevels } from './list-levels.ts';
export { announceDueCases, createCaseAnnouncer, type ProviderDeps } from './provider/announce-cases.ts';
export { serveVerdicts } from './provider/receive-verdicts.ts';
export { eraseOldCases, expireApprovals } from './retention.ts';
export { claimNextCase, releaseCase } from './review/claim-case.ts';
export { type CaseDecision, decideCase } from './review/decide-case.ts';
export { type OpenedCase, readCase } from './review/read-case.ts';
export {
  type CaseRow,
  countWaiting,
  findCase,
  findPictureFile,
  findRejected,
  findWaiting,
} from './review/review.store.ts';
export { rotateIdentityKeys } from './rotate-identity-keys.ts';
