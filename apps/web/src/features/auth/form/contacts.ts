import { COUNTRIES } from '@app/domain/auth';

/** Contact of the owner: the channel of a code, its recipient, and how that is shown. */
export type Contact = { readonly channel: 'email' | 'mobile'; readonly account: string; readonly target: string };

const DIAL_CODES = COUNTRIES.map(({ dial }) => dial);

export const mobileTarget = (mobile: string) => maskedMobile(mobile, DIAL_CODES);

/** Returns the contacts, the e-mail address first, because it is free of charge. */
export function contactsOf({ email, mobile }: { email: string; mobile: string }): readonly Contact[] {
  return [
    ...(email === '' ? [] : [{ channel: 'email', account: email, target: maskedEmail(email) } as const]),
    ...(mobile === '' ? [] : [{ channel: 'mobile', account: mobile, target: mobileTarget(mobile) } as const]),
  ];
}

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
