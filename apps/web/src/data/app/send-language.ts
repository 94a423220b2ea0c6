import type { Language } from '@app/i18n';
import { setLanguage } from '@app/protocol/auth';
import { storage } from '../../lib/storage.ts';
import { call } from '../call/call.ts';
import { useSession } from '../session/session.ts';
import { usePreferences } from './preferences.ts';
import { showLanguage } from './texts.ts';

/** Set while the user's mails may be in another language than the chosen one: a visitor chose it, or sending failed. */
const UNSENT = 'lang_unsent';

/** Shows and stores the language at once, and sends it to the server. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  storage.write(UNSENT, true);
  await sendLanguage();
}

/** Sends a language that was chosen and has not reached the user's account; call it after every login. */
export async function sendLanguage(): Promise<void> {
  if (storage.read(UNSENT) !== true) return;
  const isUser = useSession.getState().token !== undefined;
  const isSent = await call(setLanguage, { lang: usePreferences.getState().language }).then(
    () => true,
    () => false, // It is sent after the next login.
  );
  if (isUser && isSent) storage.remove(UNSENT);
}
