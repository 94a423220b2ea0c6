export { CHECK_CODES, type Check, checksOf, isChecked } from './checklist.ts';
export {
  checkDetails,
  DETAIL_FIELDS,
  type DetailField,
  type Details,
  isDocumentType,
  maskNumber,
  PERSON_NAME,
  POSTAL_ADDRESS,
  readDetail,
} from './details.ts';
export {
  CASE_LEVELS,
  type CaseLevel,
  DOCUMENT_TYPES,
  type DocumentType,
  hasBack,
  PICTURES,
  type Picture,
  picturesOf,
  RELATIONSHIPS,
  type Relationship,
} from './documents.ts';
export { KYC_LEVELS, type KycLevel } from './levels.ts';
export {
  CAPTURE_STEPS,
  type CaptureStep,
  isPictureKept,
  isReason,
  REASON_CODES,
  REJECTION_STEP,
  type RejectionReason,
  reasonsOf,
  stepOfPicture,
  stepsToFix,
} from './reasons.ts';
export * as kycSettings from './settings.ts';
export {
  CASE_STATES,
  type CaseState,
  checkSubmission,
  LEVEL_STATES,
  type LevelState,
  levelState,
  OUTCOMES,
  type Outcome,
  RECORDED_OUTCOMES,
  VERDICTS,
  type Verdict,
} from './states.ts';
