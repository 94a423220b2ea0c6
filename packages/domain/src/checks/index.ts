export { isDateText } from './date-text.ts';
export { isEmail } from './email.ts';
export {
  hasLength,
  isDisplayName,
  isLetters,
  isWithin,
  NICKNAME_LENGTH,
  type Range,
  SIGNATURE_LENGTH,
} from './names.ts';
export { AMOUNT_PLACES_MAX, CODE_DIGITS, isAmountText, isDigits, isMainlandMobile, isNumericCode } from './numbers.ts';
export { isUrl } from './url.ts';
