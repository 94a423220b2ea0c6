import { strengthOf } from './password-strength.ts';

/** New password, as typed twice. */
export type NewPassword = { readonly password: string; readonly repeated: string };

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** Returns what is still missing; the button shows it. */
export function missingOfPassword({ password, repeated }: NewPassword): 'password' | 'repeat' | undefined {
  const { isLongEnough, isUncommon } = strengthOf(password);
  if (!isLongEnough || !isUncommon) return 'password';
  return repeated === password ? undefined : 'repeat';
}

/** Whether the repetition can no longer become correct by further typing. */
export const passwordsDiffer = ({ password, repeated }: NewPassword) =>
  repeated !== '' && !password.startsWith(repeated);
