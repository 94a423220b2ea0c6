import { LANGUAGE_CODES, LANGUAGE_NAMES, LANGUAGES } from '@app/i18n';
import { Choices, Icon, Sheet, showToast } from '@app/ui';
import { usePreferences } from '../../../data/app/preferences.ts';
import { showLanguage, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

/** Language switch, accessible before anything else can be read. */
export function LanguageButton() {
  const text = useText();
  const sheet = useSheet('language');
  const language = usePreferences((preferences) => preferences.language);
  const own = LANGUAGE_NAMES[language].own;
  const code = LANGUAGES[language].slice(0, 2).toUpperCase();
  return (
    <>
      <button
        type="button"
        className="chip bg-transparent"
        aria-label={`${code}, ${text('auth.login.language', { language: own })}`}
        onClick={sheet.open}
      >
        <Icon name="globe" size={20} />
        {code}
      </button>
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={own} closeLabel={text('system.close')}>
        <Choices
          label={text('auth.login.language', { language: own })}
          choices={LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGE_NAMES[value].own }))}
          value={language}
          onChoose={(chosen) => {
            void showLanguage(chosen).catch((error: unknown) => showToast(describeFailure(error, text), 'error'));
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}
