import { LANGUAGE_CODES, LANGUAGE_NAMES, type Language } from '@app/i18n';
import { setLanguage } from '@app/protocol/auth';
import { showToast } from '@app/ui';
import { usePreferences } from '../../../data/app/preferences.ts';
import { showLanguage, useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSession } from '../../../data/session/session.ts';
import { ChoiceRow } from './choice-row.tsx';

/** Lists each language under its own name, without flags. */
export function LanguageRow() {
  const text = useText();
  return (
    <ChoiceRow
      name="language"
      icon="globe"
      label={text('settings.language')}
      value={usePreferences(({ language }) => language)}
      choices={LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value].own }))}
      onChoose={(value) =>
        void chooseLanguage(value).catch((error: unknown) => showToast(describeFailure(error, text), 'error'))
      }
    />
  );
}

/**
 * Shows and stores the language at once, and sends it to the server for mails; if that fails, it is sent with the next
 * choice.
 */
async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  if (useSession.getState().token !== undefined) await call(setLanguage, { lang: language }).catch(() => undefined);
}
