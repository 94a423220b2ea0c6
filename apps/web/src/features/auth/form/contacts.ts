import { COUNTRIES, maskedEmail, maskedMobile } from '@app/domain/auth';

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
