import { strengthOf } from './password-strength.ts';

/** A password that is being chosen, as typed twice. */
export type NewPassword = { readonly password: string; readonly repeated: string };

export const NO_PASSWORD: NewPassword = { password: '', repeated: '' };

/** What it still lacks; the button says it. */
export function missingOfPassword({ password, repeated }: NewPassword): 'password' | 'repeat' | undefined {
  const { isLongEnough, isUncommon } = strengthOf(password);
  if (!isLongEnough || !isUncommon) return 'password';
  return repeated === password ? undefined : 'repeat';
}

/** Said only when it can no longer become right by typing on. */
export const passwordsDiffer = ({ password, repeated }: NewPassword) =>
  repeated !== '' && !password.startsWith(repeated);
