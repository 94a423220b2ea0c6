import { type Decision, ok, refuse } from '@app/base';
import { isDisplayName, NICKNAME_LENGTH, SIGNATURE_LENGTH } from '../checks/index.ts';

type Names = Decision<string, 'name_not_allowed'>;

const checkName = (text: string, length: typeof NICKNAME_LENGTH): Names =>
  isDisplayName(text, length)
    ? ok(text)
    : refuse('name_not_allowed', { minimum: `${length.min}`, maximum: `${length.max}` });

/** Checks a nickname (spec 5): 2 to 10 Chinese or English letters or digits. */
export const checkNickname = (text: string): Names => checkName(text, NICKNAME_LENGTH);

/** Checks a signature (spec 5): 2 to 30 of the same, or empty. */
export const checkSignature = (text: string): Names => (text === '' ? ok('') : checkName(text, SIGNATURE_LENGTH));
