const DIGITS = /^[0-9]+$/;
const MAINLAND_MOBILE = /^1[3-9][0-9]{9}$/;
const AMOUNT = /^(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{1,10})?$/;

/** A verification code has exactly six digits (spec 5). */
export const CODE_DIGITS = 6;

/** Decimals a user may type (spec 5); amounts have more places, but only computation uses them. */
export const AMOUNT_PLACES_MAX = 10;

/**
 * Reports whether a text is ASCII digits only, at least one: digits of other scripts are mapped at input, never stored.
 */
export const isDigits = (text: string): boolean => DIGITS.test(text);

/** Reports whether a text is eleven digits, the first 1, the second 3 to 9 (spec 5); without the dial code. */
export const isMainlandMobile = (text: string): boolean => MAINLAND_MOBILE.test(text);

/** Reports whether a text has exactly this many digits, leading zeros included. */
export const isNumericCode = (text: string, digits = CODE_DIGITS): boolean => text.length === digits && isDigits(text);

/**
 * Reports whether a text is an amount as a user writes it (spec 5): no sign, no leading zero, up to ten decimals.
 * Always parses as money.
 */
export const isAmountText = (text: string): boolean => AMOUNT.test(text);
