import { LANGUAGE_CODES, LANGUAGE_NAMES } from '@app/i18n';
import { NavBar, Page, showToast } from '@app/ui';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useFiatRates } from '../../../shared/fiat-rates.ts';
import { choose, MOTIONS, THEMES, usePreferences } from '../../../shared/preferences.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { chooseLanguage } from '../api/language.ts';
import { ChoiceRow } from '../components/choice-row.tsx';
import { PriceColours } from '../components/price-colours.tsx';

/** /pages/setting/set */
export default function SetScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('settings.set.title')} back={back} />}>
      <section className="group mt-2">
        <LanguageRow />
        <FiatRow />
      </section>
      <section className="group mt-3">
        <DisplayRows />
      </section>
      <PriceColours />
    </Page>
  );
}

function LanguageRow() {
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

function FiatRow() {
  const text = useText();
  const fiat = usePreferences((preferences) => preferences.fiat);
  const rates = useFiatRates((fiats) => fiats.rates);
  const codes = [...new Set([fiat, ...Object.keys(rates)])].sort();
  return (
    <ChoiceRow
      name="fiat"
      icon="loan"
      label={text('settings.fiat')}
      value={fiat}
      choices={codes.map((value) => ({ value, label: value }))}
      onChoose={(value) => choose('fiat', value)}
    />
  );
}

function DisplayRows() {
  const text = useText();
  const { theme, motion } = usePreferences();
  return (
    <>
      <ChoiceRow
        name="theme"
        icon="palette"
        label={text('settings.theme')}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: text(`settings.theme.${value}`) }))}
        onChoose={(value) => choose('theme', value)}
      />
      <ChoiceRow
        name="motion"
        icon="play"
        label={text('settings.motion')}
        value={motion}
        choices={MOTIONS.map((value) => ({ value, label: text(`settings.motion.${value}`) }))}
        onChoose={(value) => choose('motion', value)}
      />
    </>
  );
}
