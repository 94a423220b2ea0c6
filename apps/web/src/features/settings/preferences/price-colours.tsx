import { parseDecimal, type Rate } from '@app/money';
import { ChangeText, RadioList } from '@app/ui';
import { choose, PRICE_COLOURS, usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';

const RISE = parseDecimal<Rate>('0.0184');
const FALL = parseDecimal<Rate>('-0.0062');

type Mode = (typeof PRICE_COLOURS)[number];

export function PriceColours() {
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
