import { hasLength, type Range } from './extent.ts';

/** Spec 5: a nickname has 2 to 10 characters, a signature 2 to 30. */
export const NICKNAME_LENGTH: Range = { min: 2, max: 10 };
export const SIGNATURE_LENGTH: Range = { min: 2, max: 30 };

const LETTERS = /^[A-Za-z]+$/;
/** Ideographs without radicals, which look the same and would let one name imitate another. */
const WORD = /^[\p{Unified_Ideograph}\u3007A-Za-z0-9]+$/u;

/** Reports whether a text is English letters only, at least one. */
export const isLetters = (text: string): boolean => LETTERS.test(text);

/**
 * Checks a public display name (spec 5): Chinese, English and digits only, separated by single spaces. Never applied to
 * passwords.
 */
export const isDisplayName = (text: string, length: Range): boolean =>
  hasLength(text, length) && text.split(' ').every((word) => WORD.test(word));
