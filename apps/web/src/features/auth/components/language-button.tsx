import { WRITTEN } from '@app/i18n';
import { Icon } from '@app/ui';
import { usePreferences } from '../../../shared/preferences.ts';
import { showLanguage, useText } from '../../../shared/texts.ts';

const SHORT = { en: 'EN', tur: 'TR' } as const;

/** Goes to the next language; with more of them it will open a list. */
export function LanguageButton() {
  const text = useText();
  const language = usePreferences((preferences) => preferences.language);
  const next = WRITTEN[(WRITTEN.indexOf(language) + 1) % WRITTEN.length] ?? 'en';
  return (
    <button
      type="button"
      className="chip bg-transparent"
      aria-label={text('auth.login.language')}
      onClick={() => void showLanguage(next)}
    >
      <Icon name="globe" size={20} />
      {SHORT[language]}
    </button>
  );
}
