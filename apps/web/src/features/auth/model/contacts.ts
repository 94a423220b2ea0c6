import { COUNTRIES } from '@app/domain/auth';
import { maskedEmail, maskedMobile } from './masked-account.ts';

/** A way to reach the owner: what a code is sent by, where to, and how that is shown. */
export type Contact = { readonly channel: 'email' | 'mobile'; readonly account: string; readonly target: string };

const DIAL_CODES = COUNTRIES.map(({ dial }) => dial);

export const mobileTarget = (mobile: string) => maskedMobile(mobile, DIAL_CODES);

/** The address first, because it costs nobody anything. */
export function contactsOf({ email, mobile }: { email: string; mobile: string }): readonly Contact[] {
  return [
    ...(email === '' ? [] : [{ channel: 'email', account: email, target: maskedEmail(email) } as const]),
    ...(mobile === '' ? [] : [{ channel: 'mobile', account: mobile, target: mobileTarget(mobile) } as const]),
  ];
}
