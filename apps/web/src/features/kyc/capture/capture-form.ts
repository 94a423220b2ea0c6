import {
  type CaptureStep,
  type CaseLevel,
  DETAIL_FIELDS,
  type DetailField,
  type DocumentType,
  isDocumentType,
  PICTURES,
  type Picture,
  picturesOf,
  RELATIONSHIPS,
  type Relationship,
  readDetail,
  stepOfPicture,
  stepsToFix,
} from '@app/domain/kyc';
import type { Call } from '@app/protocol';
import type { submitIdentity } from '@app/protocol/kyc';
import type { LevelStatus } from '../levels/identity.ts';

export type WizardStep = CaptureStep | 'review';

/** What was entered. Pictures are ids of uploads; an empty text is kept from a rejected case, if that has one. */
export type CaptureForm = Readonly<Record<DetailField | 'document', string>> & {
  readonly pictures: Readonly<Partial<Record<Picture, string>>>;
};

const FIELDS = [...DETAIL_FIELDS[1], ...DETAIL_FIELDS[2], 'document'] as const;

export const EMPTY_FORM = {
  ...Object.fromEntries(FIELDS.map((field) => [field, ''])),
  pictures: {},
} as CaptureForm; // One text for each field.

export function isCaptureForm(kept: unknown): kept is CaptureForm {
  if (typeof kept !== 'object' || kept === null || !('pictures' in kept)) return false;
  const { pictures } = kept;
  const fields = kept as Readonly<Record<string, unknown>>; // Read only.
  return (
    typeof pictures === 'object' &&
    pictures !== null &&
    Object.values(pictures).every((id) => typeof id === 'string') &&
    FIELDS.every((field) => typeof fields[field] === 'string')
  );
}

/** What a rejected case keeps; nothing otherwise. */
export type Kept = NonNullable<LevelStatus['kept']>;
export const NOTHING_KEPT: Kept = { details: {}, pictures: [] };

/** Starts from what the server kept. The number of a document is known only in part and stays empty. */
export function formFrom({ kept, document }: Pick<LevelStatus, 'kept' | 'document'>): CaptureForm {
  if (kept === null) return EMPTY_FORM;
  const shown = FIELDS.filter((field) => field !== 'card_id' && field !== 'document');
  const details = Object.fromEntries(shown.map((field) => [field, kept.details[field] ?? '']));
  return { ...EMPTY_FORM, ...details, document: document ?? '' };
}

/** What the wizard knows besides the form. */
export type Basis = { readonly level: CaseLevel; readonly kept: Kept; readonly keptDocument: string | null };

export const documentOf = ({ document }: CaptureForm): DocumentType | undefined =>
  isDocumentType(document) ? document : undefined;

/** Returns the steps of a level, in order. A passport has no back. */
export function stepsOf(level: CaseLevel, form: CaptureForm): readonly WizardStep[] {
  const pictures = picturesOf(level, documentOf(form) ?? 'id_card');
  return ['document', 'details', ...pictures.map(stepOfPicture), 'review'];
}

export const pictureOfStep = (step: WizardStep): Picture | undefined =>
  PICTURES.find((picture) => stepOfPicture(picture) === step);

/** Fields of the details step. The nationality is chosen with the document. */
export type EnteredField = Exclude<DetailField, 'nationality'>;
export const fieldsOf = (level: CaseLevel): readonly EnteredField[] =>
  DETAIL_FIELDS[level].filter((field): field is EnteredField => field !== 'nationality');

/** Returns whether a picture of the rejected case is used again: it was not a reason, and the document is the same. */
export const isKeptPicture = ({ kept, keptDocument }: Basis, form: CaptureForm, picture: Picture): boolean =>
  form.document === keptDocument && kept.pictures.includes(picture);

/** Returns whether a field is right by the server's rules. */
export const isRight = (field: DetailField, form: CaptureForm, { kept }: Basis): boolean =>
  form[field].trim() === '' ? kept.details[field] !== undefined : readDetail(field, form[field]) !== undefined;

export function isStepDone(step: WizardStep, form: CaptureForm, basis: Basis): boolean {
  const { level } = basis;
  const picture = pictureOfStep(step);
  if (picture !== undefined) return form.pictures[picture] !== undefined || isKeptPicture(basis, form, picture);
  switch (step) {
    case 'document':
      return documentOf(form) !== undefined && (level === 2 || isRight('nationality', form, basis));
    case 'details':
      return fieldsOf(level).every((field) => isRight(field, form, basis));
    default:
      return stepsOf(level, form).every((it) => it === 'review' || isStepDone(it, form, basis));
  }
}

/** Returns where the wizard begins: at the step asked for, else at the first reason, else at the first step to do. */
export function firstStep(
  asked: string | null,
  form: CaptureForm,
  { basis, reasons }: { readonly basis: Basis; readonly reasons: LevelStatus['reasons'] },
): WizardStep {
  const steps = stepsOf(basis.level, form);
  const [toFix] = stepsToFix(reasons);
  const wanted = steps.find((step) => step === asked) ?? (asked === null ? toFix : undefined);
  if (wanted !== undefined && steps.includes(wanted)) return wanted;
  return steps.find((step) => !isStepDone(step, form, basis)) ?? 'review';
}

/** Returns what to send: the fields of the level and the pictures of the document; what is kept is left out. */
export function callOf(form: CaptureForm, { level, kept }: Basis): Call<typeof submitIdentity> {
  const document = documentOf(form);
  const fields = DETAIL_FIELDS[level].filter(
    (field) => form[field].trim() !== '' && form[field] !== kept.details[field],
  );
  const details = Object.fromEntries(fields.map((field) => [field, form[field].trim()]));
  const needed = picturesOf(level, document ?? 'id_card').filter((picture) => form.pictures[picture] !== undefined);
  const pictures = Object.fromEntries(needed.map((picture) => [picture, form.pictures[picture]]));
  return { type: level, ...(document !== undefined && { document }), ...details, ...pictures };
}

export const isRelationship = (text: string): text is Relationship => RELATIONSHIPS.some((it) => it === text);
