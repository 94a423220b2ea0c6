import { accountKey, type WireAccount } from './account-entry.ts';
import type { RegisterForm } from './register-form.ts';

export type Registration = { readonly account: WireAccount; readonly country: string; readonly form: RegisterForm };

type AccountSteps = {
  readonly register: (registration: Registration) => Promise<unknown>;
  readonly logIn: (credentials: { account: WireAccount; password: string }) => Promise<unknown>;
};

/**
 * Opens an account and its first session; a user who has just chosen a password need not type it again. If only the
 * session failed, the next attempt requests that alone: the account exists, and its code is used up.
 */
export function accountOpener({ register, logIn }: AccountSteps) {
  const opened = new Set<string>();
  return async (registration: Registration): Promise<void> => {
    const { account, form } = registration;
    const key = accountKey(account);
    if (!opened.has(key)) await register(registration);
    opened.add(key);
    await logIn({ account, password: form.password });
  };
}
