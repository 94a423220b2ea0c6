const HIDDEN = '••';
const SHOWN_DIGITS = 4;
const NO_BREAK = '\u00a0';

/** `a••@example.com`: enough to know one's own address, too little to learn another's. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}${HIDDEN}${email.slice(at)}`;
}

/** `+49 ••• 4711`, never broken in two. Of several dial codes that fit, the longest is meant; an unknown one is not guessed. */
export function maskedMobile(mobile: string, dialCodes: readonly string[]): string {
  const digits = mobile.replace(/\D/g, '');
  const fits = dialCodes.filter((dial) => digits.startsWith(dial));
  const dial = fits.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  return [`+${dial}`, `${HIDDEN}•`, digits.slice(-SHOWN_DIGITS)].join(NO_BREAK);
}
