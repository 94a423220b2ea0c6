import { NavBar, Page } from '@app/ui';
import { useFiatRates } from '../../../shared/fiat-rates.ts';
import { choose, usePreferences } from '../../../shared/preferences.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { CacheSection } from '../components/cache-section.tsx';
import { ChoiceRow } from '../components/choice-row.tsx';
import { Confirmations } from '../components/confirmations.tsx';
import { DisplayRows, Vibration } from '../components/display-rows.tsx';
import { LanguageRow } from '../components/language-row.tsx';
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
      <Vibration />
      <PriceColours />
      <Confirmations />
      <CacheSection />
    </Page>
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
