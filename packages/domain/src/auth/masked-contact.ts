const HIDDEN = '••';
const SHOWN_DIGITS = 4;
const NO_BREAK = '\u00a0';

/** Masks an address, `a••@example.com`: enough for the owner to recognize it, too little to reveal it to others. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}${HIDDEN}${email.slice(at)}`;
}

/**
 * Masks a number, `+49 ••• 4711`, without a line break. Of several matching dial codes the longest is used; an unknown
 * one is not guessed.
 */
export function maskedMobile(mobile: string, dialCodes: readonly string[]): string {
  const digits = mobile.replace(/\D/g, '');
  const fits = dialCodes.filter((dial) => digits.startsWith(dial));
  const dial = fits.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  return [`+${dial}`, `${HIDDEN}•`, digits.slice(-SHOWN_DIGITS)].join(NO_BREAK);
}
