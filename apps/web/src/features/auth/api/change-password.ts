import { bindMobile, updatePassword } from '@app/protocol/auth';
import { replaceSession } from '../../../shared/session.ts';
import { callProven } from '../../../shared/step-up.ts';
import type { WireAccount } from '../model/account-entry.ts';
import type { PasswordChange } from '../model/password-change.ts';
import { useSecurityChange } from './security.ts';

/** The code comes along; the sheet asks only where the server wants something else than the page knew. */
export const useChangePassword = (hasAuthenticator: boolean) =>
  useSecurityChange(async ({ password, repeated, code }: PasswordChange) => {
    const proof = hasAuthenticator ? { google_code: code } : { code };
    await replaceSession(() => callProven(updatePassword, { password, re_password: repeated, ...proof }));
  });

type NewPhone = { account: WireAccount; code: string };

/** The code shows that the number is theirs; that they are the owner of the account is asked apart. */
export const useBindMobile = () =>
  useSecurityChange(({ account: { user_string, area_code }, code }: NewPhone) =>
    callProven(bindMobile, { mobile: user_string, code, ...(area_code !== undefined && { area_code }) }),
  );
