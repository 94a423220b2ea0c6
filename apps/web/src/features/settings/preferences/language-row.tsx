import { LANGUAGE_CODES, LANGUAGE_NAMES } from '@app/i18n';
import { showToast } from '@app/ui';
import { usePreferences } from '../../../data/app/preferences.ts';
import { chooseLanguage } from '../../../data/app/send-language.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
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
