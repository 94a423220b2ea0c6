const DIGITS = /^[0-9]+$/;
const MAINLAND_MOBILE = /^1[3-9][0-9]{9}$/;
const AMOUNT = /^(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{1,10})?$/;

/** A verification code has exactly six digits (spec 5). */
export const CODE_DIGITS = 6;

/** How many decimals a user may type (spec 5); more places exist, but only computation reaches them. */
export const AMOUNT_PLACES_MAX = 10;

/** ASCII digits only and at least one: digits of other scripts are mapped where they are typed, never stored. */
export const isDigits = (text: string): boolean => DIGITS.test(text);

/** Eleven digits, the first 1, the second 3 to 9 (spec 5); without the dial code. */
export const isMainlandMobile = (text: string): boolean => MAINLAND_MOBILE.test(text);

/** Exactly so many digits, zeros in front included. */
export const isNumericCode = (text: string, digits = CODE_DIGITS): boolean => text.length === digits && isDigits(text);

/** An amount as a user writes it (spec 5): no sign, no leading zero, up to ten decimals. Always readable as money. */
export const isAmountText = (text: string): boolean => AMOUNT.test(text);
