export { type Account, type Channel, canonicalAccount, canonicalNewAccount } from './account.ts';
export { type AttemptLimit, type Counted, checkAttempts } from './attempts.ts';
export { checkCode, type StoredCode } from './check-code.ts';
export { checkNickname, checkSignature } from './check-display-name.ts';
export { checkPassword, type NewPassword } from './check-password.ts';
export {
  type Agreed,
  checkLeftovers,
  type ErasedRecord,
  isAsAgreed,
  type KeptRecord,
  type Leftover,
  leftoverName,
  RECORDS,
  type RecordName,
} from './closing.ts';
export { COUNTRIES, type Country, checkCountry } from './countries.ts';
export { deviceName } from './device-name.ts';
export { maskedEmail, maskedMobile } from './masked-contact.ts';
export { formatCode, INVITE_LENGTH, INVITE_LETTERS, invitationOf, isInvitation, nicknameOf } from './names.ts';
export { type DemoRound, demoSource, demoWallet, postDemoGrant, postDemoSweep } from './postings.ts';
export { type SecurityFacts, type SecurityPoint, type SecurityScore, securityScore } from './security-score.ts';
export * as authSettings from './settings.ts';
export {
  checkProven,
  type Enrolled,
  FACTORS,
  type Factor,
  factorsNeeded,
  type NeededFactors,
  STEP_UP_POLICIES,
  type StepUpPolicy,
} from './step-up.ts';
export { checkTradePassword } from './trade-password.ts';
