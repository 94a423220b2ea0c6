import type { Language } from '@app/i18n';
import { setLanguage } from '@app/protocol/auth';
import { call } from '../../../shared/call.ts';
import { useSession } from '../../../shared/session.ts';
import { showLanguage } from '../../../shared/texts.ts';

/** Shown at once and kept here; told to the server for mails, which may wait until the next choice if it does not answer. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  if (useSession.getState().token !== undefined) await call(setLanguage, { lang: language }).catch(() => undefined);
}
