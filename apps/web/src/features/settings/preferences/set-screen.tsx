import { NavBar, Page } from '@app/ui';
import { choose, usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { CacheSection } from './cache-section.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { Confirmations } from './confirmations.tsx';
import { DisplayRows, Vibration } from './display-rows.tsx';
import { LanguageRow } from './language-row.tsx';
import { PriceColours } from './price-colours.tsx';

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
