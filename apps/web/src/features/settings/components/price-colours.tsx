import { parseDecimal, type Rate } from '@app/money';
import { ChangeText, RadioList } from '@app/ui';
import { choose, PRICE_COLOURS, usePreferences } from '../../../shared/preferences.ts';
import { useText } from '../../../shared/texts.ts';

const RISE = parseDecimal<Rate>('0.0184');
const FALL = parseDecimal<Rate>('-0.0062');

/** Each choice shows itself: the preview carries its own colours, whatever the rest of the app shows. */
export function PriceColours() {
  const text = useText();
  const value = usePreferences(({ priceColours }) => priceColours);
  return (
    <section className="mt-5 px-gutter pb-6">
      <h2 className="text-label text-ink-3">{text('settings.price_colours')}</h2>
      <RadioList
        label={text('settings.price_colours')}
        value={value}
        onChange={(mode) => choose('priceColours', mode)}
        options={PRICE_COLOURS.map((mode) => ({
          value: mode,
          label: text(`settings.price_colours.${mode}`),
          ...(mode === 'cb' && { text: text('settings.price_colours.cb.text') }),
          trail: (
            <span className="flex gap-2" data-price={mode} aria-hidden="true">
              <ChangeText ratio={RISE} />
              <ChangeText ratio={FALL} />
            </span>
          ),
        }))}
      />
    </section>
  );
}
