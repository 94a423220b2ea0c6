import { type Decision, ok, refuse } from '@app/base';
import { hasLength, type Range } from '../checks/index.ts';
import { isPhone, tidyPhone } from '../payee/index.ts';
import { type CaseLevel, DOCUMENT_TYPES, type DocumentType, RELATIONSHIPS } from './documents.ts';

/** Lengths of the fields, in characters as a reader counts them. */
export const PERSON_NAME: Range = { min: 2, max: 100 };
export const POSTAL_ADDRESS: Range = { min: 5, max: 200 };

/** Details of a case by the names of the wire. A field that the level does not ask for is empty. */
export const DETAIL_FIELDS = {
  1: ['name', 'card_id', 'nationality'],
  2: ['relatives', 'relationship', 'relatives_phone', 'relatives_address'],
} as const satisfies Readonly<Record<CaseLevel, readonly string[]>>;
export type DetailField = (typeof DETAIL_FIELDS)[CaseLevel][number];
export type Details = Readonly<Partial<Record<DetailField, string>>>;

/** Letters of any script, with what stands between the parts of a name; at least one letter. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}.,'’ʼ·\-()/]*$/u;
/** Numbers of documents are Latin letters and digits; ICAO 9303 allows nine, national cards up to twenty. */
const NUMBER = /^[A-Z0-9]{4,24}$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Removes what people type between the characters of a number. Two spellings of one number become the same text. */
const tidyNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s./\-–—]/gu, '')
    .toUpperCase();

/** Joins what is typed with several spaces; composed and decomposed letters become the same text. */
const tidyText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ');

const isPersonName = (text: string): boolean => hasLength(text, PERSON_NAME) && NAME.test(text);
const isDocumentNumber = (text: string): boolean => NUMBER.test(text) && /\d/.test(text);
const isPostalAddress = (text: string): boolean => hasLength(text, POSTAL_ADDRESS) && !INVISIBLE.test(text);

const RULES: Readonly<
  Record<DetailField, { readonly tidy: (text: string) => string; readonly isValid: (text: string) => boolean }>
> = {
  name: { tidy: tidyText, isValid: isPersonName },
  card_id: { tidy: tidyNumber, isValid: isDocumentNumber },
  nationality: { tidy: (text) => text.trim().toUpperCase(), isValid: (text) => /^[A-Z]{2}$/.test(text) },
  relatives: { tidy: tidyText, isValid: isPersonName },
  relationship: { tidy: (text) => text.trim(), isValid: (text) => RELATIONSHIPS.some((it) => it === text) },
  relatives_phone: { tidy: tidyPhone, isValid: isPhone },
  relatives_address: { tidy: tidyText, isValid: isPostalAddress },
};

/** Returns a field in its standard form; undefined if it is not valid. */
export function readDetail(field: DetailField, text: string): string | undefined {
  const { tidy, isValid } = RULES[field];
  const tidied = tidy(text);
  return isValid(tidied) ? tidied : undefined;
}

/** Checks the details of a level and returns them in standard form. Whether a nationality is accepted, a setting decides. */
export function checkDetails(level: CaseLevel, details: Details): Decision<Details, 'identity_details_wrong'> {
  const checked: Partial<Record<DetailField, string>> = {};
  for (const field of DETAIL_FIELDS[level]) {
    const value = readDetail(field, details[field] ?? '');
    if (value === undefined) return refuse('identity_details_wrong');
    checked[field] = value;
  }
  return ok(checked);
}

export const isDocumentType = (text: unknown): text is DocumentType => DOCUMENT_TYPES.some((it) => it === text);

const SHOWN = 3;

/** Hides all but the last characters of a document's number. */
export const maskNumber = (number: string): string => `•••• ${number.slice(-SHOWN)}`;
