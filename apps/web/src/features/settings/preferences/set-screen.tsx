import { STORAGE_VERSION } from '@app/client/storage';
import { parseDecimal, type Rate } from '@app/money';
import { Button, ChangeText, canVibrate, Facts, NavBar, Page, RadioList, Sheet, SwitchRow, showToast } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import {
  CHART_STYLES,
  CONFIRMATIONS,
  choose,
  MOTIONS,
  PRICE_COLOURS,
  THEMES,
  usePreferences,
} from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { dropFiles, sizeText } from './cache-files.ts';
import { ChoiceRow } from './choice-row.tsx';
import { LanguageRow } from './language-row.tsx';

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

/** Shows one switch per kind of order: the review is on until the user turns it off. */
function Confirmations() {
  const text = useText();
  const preferences = usePreferences();
  return (
    <section className="mt-5">
      <h2 className="mb-2 px-gutter text-label text-ink-3">{text('settings.confirmations')}</h2>
      <div className="group">
        {CONFIRMATIONS.map((name) => (
          <SwitchRow
            key={name}
            label={text(`settings.${name}`)}
            checked={preferences[name]}
            onChange={(isOn) => choose(name, isOn)}
          />
        ))}
      </div>
      <p className="hint px-gutter">{text('settings.confirmations.text')}</p>
    </section>
  );
}

const RISE = parseDecimal<Rate>('0.0184');
const FALL = parseDecimal<Rate>('-0.0062');

type Mode = (typeof PRICE_COLOURS)[number];

function PriceColours() {
  const text = useText();
  const value = usePreferences(({ priceColours }) => priceColours);
  return (
    <section className="mt-5 px-gutter">
      <h2 className="mb-2 text-label text-ink-3">{text('settings.price_colours')}</h2>
      <RadioList
        label={text('settings.price_colours')}
        value={value}
        onChange={(mode) => choose('priceColours', mode)}
        options={PRICE_COLOURS.map((mode) => ({
          value: mode,
          label: text(`settings.price_colours.${mode}`),
          text: <Preview mode={mode} {...(mode === 'cb' && { message: text('settings.price_colours.cb.text') })} />,
        }))}
      />
    </section>
  );
}

/** Previews each choice in its own colours, whatever the rest of the app uses. */
function Preview({ mode, message }: { mode: Mode; message?: string }) {
  return (
    <>
      {message}
      <span className="flex gap-3" data-price={mode} aria-hidden="true">
        <ChangeText ratio={RISE} />
        <ChangeText ratio={FALL} />
      </span>
    </>
  );
}

/** Settings for look and motion. */
function DisplayRows() {
  const text = useText();
  const { theme, motion, chartStyle } = usePreferences();
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
        name="chart-style"
        icon="candle"
        label={text('settings.chart_style')}
        value={chartStyle}
        choices={CHART_STYLES.map((value) => ({ value, label: text(`chart.type.${value}`) }))}
        onChoose={(value) => choose('chartStyle', value)}
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

/** Shown only where the device supports it: a switch without effect would mislead. */
function Vibration() {
  const text = useText();
  const isOn = usePreferences(({ haptics }) => haptics);
  if (!canVibrate()) return null;
  return (
    <section className="group mt-3">
      <SwitchRow
        label={text('settings.haptics')}
        text={text('settings.haptics.text')}
        checked={isOn}
        onChange={(wanted) => choose('haptics', wanted)}
      />
    </section>
  );
}

/** Shows what this device caches for speed, and clears it. */
function CacheSection() {
  const text = useText();
  const sheet = useSheet('cache');
  const clear = useClearCache((freed) => {
    sheet.close();
    showToast(
      freed === 0 ? text('settings.cache.done') : text('settings.cache.freed', { size: sizeText(freed) }),
      'ok',
    );
  });
  return (
    <section className="mt-3 px-gutter pb-6">
      <Facts
        facts={[
          [text('settings.version'), import.meta.env.APP_VERSION],
          [text('settings.storage_version'), String(STORAGE_VERSION)],
        ]}
      />
      <Button wide className="mt-3" onClick={sheet.open}>
        {text('settings.cache')}
      </Button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('settings.cache.ask')}
        closeLabel={text('system.close')}
      >
        <p className="text-ink-2">{text('settings.cache.text')}</p>
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button onClick={sheet.close}>{text('settings.cache.keep')}</Button>
          <Button tone="primary" busy={clear.isPending} onClick={() => clear.mutate()}>
            {text('settings.cache')}
          </Button>
        </div>
      </Sheet>
    </section>
  );
}

/**
 * Clears cached files and responses and reports the number of bytes freed. The session, the preferences and pending
 * calls are in the device's storage, which is not touched.
 */
function useClearCache(onDone: (freed: number) => void) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn: async () => {
      const freed = 'caches' in globalThis ? await dropFiles(caches) : 0;
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.invalidateQueries(); // Refetches what the screen shows.
      return freed;
    },
    onSuccess: onDone,
  });
}
