import type { CaseLevel, Picture } from './documents.ts';

/** Steps of the form on which a case is prepared. */
export const CAPTURE_STEPS = ['document', 'details', 'front', 'back', 'hand'] as const;
export type CaptureStep = (typeof CAPTURE_STEPS)[number];

type Rule = { readonly step: CaptureStep; readonly levels: readonly CaseLevel[] };

const BOTH = [1, 2] as const;
const FIRST = [1] as const;
const SECOND = [2] as const;

/**
 * Why a case is rejected, and the step on which its owner mends it. Each has its text in the app under
 * `kyc.reason.<code>`, which says what to do. A code is permanent: decisions store it. The database has the same list.
 */
const REJECTION_REASONS = {
  document_not_accepted: { step: 'document', levels: BOTH },
  document_expired: { step: 'document', levels: BOTH },
  nationality_differs: { step: 'document', levels: FIRST },
  under_age: { step: 'document', levels: FIRST },
  name_differs: { step: 'details', levels: FIRST },
  number_differs: { step: 'details', levels: FIRST },
  number_in_use: { step: 'details', levels: FIRST },
  relative_unclear: { step: 'details', levels: SECOND },
  front_blurred: { step: 'front', levels: BOTH },
  front_glare: { step: 'front', levels: BOTH },
  front_cut_off: { step: 'front', levels: BOTH },
  front_edited: { step: 'front', levels: BOTH },
  back_blurred: { step: 'back', levels: BOTH },
  back_glare: { step: 'back', levels: BOTH },
  back_cut_off: { step: 'back', levels: BOTH },
  hand_blurred: { step: 'hand', levels: FIRST },
  hand_face_hidden: { step: 'hand', levels: FIRST },
  hand_face_differs: { step: 'hand', levels: FIRST },
} as const satisfies Readonly<Record<string, Rule>>;

export type RejectionReason = keyof typeof REJECTION_REASONS;
export const REASON_CODES = Object.keys(REJECTION_REASONS) as readonly RejectionReason[]; // All of its keys.

/** The step on which each reason is mended. */
export const REJECTION_STEP = Object.fromEntries(
  REASON_CODES.map((code) => [code, REJECTION_REASONS[code].step]),
) as Readonly<Record<RejectionReason, CaptureStep>>; // One entry per code.

export const isReason = (text: string): text is RejectionReason => Object.hasOwn(REJECTION_REASONS, text);

/** Returns the reasons for which a case of a level may be rejected. */
export const reasonsOf = (level: CaseLevel): readonly RejectionReason[] =>
  REASON_CODES.filter((code) => REJECTION_REASONS[code].levels.some((it) => it === level));

const STEP_OF_PICTURE = { front_pic: 'front', reverse_pic: 'back', hand_pic: 'hand' } as const;
export const stepOfPicture = (picture: Picture): CaptureStep => STEP_OF_PICTURE[picture];

/** Returns the steps that a rejection asks to repeat, in the order of the form. */
export const stepsToFix = (reasons: readonly RejectionReason[]): readonly CaptureStep[] =>
  CAPTURE_STEPS.filter((step) => reasons.some((code) => REJECTION_REASONS[code].step === step));

/**
 * Returns whether a picture of a rejected case may be sent again: its own step was not named, and the document is not
 * to be replaced by another.
 */
export function isPictureKept(picture: Picture, reasons: readonly RejectionReason[]): boolean {
  const steps = stepsToFix(reasons);
  return !steps.includes(stepOfPicture(picture)) && !steps.includes('document');
}
