import type { Language } from '@app/i18n';
import type { Caller } from '../../../platform/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { changeLanguage } from './user.store.ts';

/** Sets the language of this user's mails, whichever caller triggers them. */
export async function setLanguage(
  { transact }: Pick<AuthDeps, 'transact'>,
  { userId }: Caller,
  lang: Language,
): Promise<{ lang: Language }> {
  await transact((tx) => changeLanguage(tx, userId, lang));
  return { lang };
}
