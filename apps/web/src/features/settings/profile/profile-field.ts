import { isDisplayName, NICKNAME_LENGTH, type Range, SIGNATURE_LENGTH } from '@app/domain/checks';

export type ProfileField = 'nickname' | 'signature';

const LENGTHS: Readonly<Record<ProfileField, Range>> = { nickname: NICKNAME_LENGTH, signature: SIGNATURE_LENGTH };

export const lengthOf = (field: ProfileField): Range => LENGTHS[field];

/** Counts as a reader does: an emoji is one character, however it is stored. */
export function countCharacters(text: string): number {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
}

/** Result of checking the typed text; `same` needs no message. Only a signature may be removed. */
export type FieldState = 'same' | 'ready' | 'too_short' | 'too_long' | 'not_allowed';

/** Predicts the server's decision while typing; the server checks again. */
export function fieldState(field: ProfileField, typed: string, saved: string): FieldState {
  const wanted = typed.trim();
  const length = lengthOf(field);
  if (wanted === saved) return 'same';
  if (wanted === '') return field === 'signature' ? 'ready' : 'too_short';
  const count = countCharacters(wanted);
  if (count > length.max) return 'too_long';
  if (!isDisplayName(wanted, { min: 1, max: length.max })) return 'not_allowed';
  return count < length.min ? 'too_short' : 'ready';
}
