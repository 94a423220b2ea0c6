import type { Language } from '@app/i18n';
import { setLanguage } from '@app/protocol/auth';
import { showLanguage } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { useSession } from '../../../data/session/session.ts';

/**
 * Shows and stores the language at once, and sends it to the server for mails; if that fails, it is sent with the next
 * choice.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  if (useSession.getState().token !== undefined) await call(setLanguage, { lang: language }).catch(() => undefined);
}
