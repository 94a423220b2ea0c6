import { bindMobile, updatePassword } from '@app/protocol/auth';
import { replaceSession } from '../../../data/session/session.ts';
import { callProven } from '../../../data/session/step-up.ts';
import type { WireAccount } from '../entry/account-entry.ts';
import { useSecurityChange } from '../security/security.ts';
import type { PasswordChange } from './password-change.ts';

/**
 * Changes the password and sends the code along; the step-up sheet opens only if the server requires another factor
 * than the page expected.
 */
export const useChangePassword = (hasAuthenticator: boolean) =>
  useSecurityChange(async ({ password, repeated, code }: PasswordChange) => {
    const proof = hasAuthenticator ? { google_code: code } : { code };
    await replaceSession(() => callProven(updatePassword, { password, re_password: repeated, ...proof }));
  });

type NewPhone = { account: WireAccount; code: string };

/** Binds a phone. The code proves that the number is the user's; ownership of the account is proven separately. */
export const useBindMobile = () =>
  useSecurityChange(({ account: { user_string, area_code }, code }: NewPhone) =>
    callProven(bindMobile, { mobile: user_string, code, ...(area_code !== undefined && { area_code }) }),
  );
