import { Icon } from '@app/ui';
import { useAmountInput } from '@app/ui/entry/amount/amount-input.ts';
import { useId } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { SHARES, turned, typed, withShare } from './lite-form.ts';
import { counterText, labelOf, nameOf } from './lite-texts.ts';
import type { Lite } from './use-lite.ts';

type Props = { lite: Lite; error: string | undefined };

/** Takes the one amount of the page: typed or as a share, in base or in quote. */
export function LiteAmount({ lite, error }: Props) {
  const text = useText();
  const id = useId();
  return (
    <div className="pt-4 [@media(max-height:479px)]:pt-2">
      <label htmlFor={id} className="text-label text-ink-2">
        {labelOf(lite, text)}
      </label>
      <div className="@container flex items-center gap-2 border-b border-line focus-within:border-brand">
        <Typed id={id} lite={lite} isWrong={error !== undefined} />
        <UnitTurn lite={lite} />
      </div>
      <p className="min-h-6.5 pt-2 text-label text-ink-3">{counterText(lite, text)}</p>
      {error !== undefined && (
        <p id={`${id}-hint`} className="hint hint--error" role="alert">
          <Icon name="warn" size={16} />
          {error}
        </p>
      )}
      {lite.step !== 'login' && <Presets lite={lite} />}
    </div>
  );
}

/** As large as fits, between 52 and 32 pixels: a digit is about 0.6 of its size wide. */
const FITTING = 'text-[length:clamp(32px,calc((100cqi-104px)/(var(--digits)*0.6)),52px)]';
const FEWEST_DIGITS = 3;

function Typed({ id, lite, isWrong }: { id: string; lite: Lite; isWrong: boolean }) {
  const { form, shown, steps, change } = lite;
  const input = useAmountInput({
    value: shown,
    places: form.unit === 'base' ? steps.lotPlaces : steps.totalPlaces,
    onChange: (value) => change(typed(form, value)),
  });
  const digits = Math.max(FEWEST_DIGITS, String(input.value).length);
  return (
    <input
      {...input}
      id={id}
      className={`h-16 w-0 min-w-0 flex-1 font-semibold tracking-tight outline-none placeholder:text-ink-3 ${FITTING}`}
      style={{ '--digits': digits }}
      placeholder="0"
      aria-invalid={isWrong}
      aria-describedby={isWrong ? `${id}-hint` : undefined}
    />
  );
}

function UnitTurn({ lite }: { lite: Lite }) {
  const text = useText();
  const next = turned(lite.form);
  return (
    <button
      type="button"
      className="chip text-ink"
      aria-label={`${nameOf(lite.form.unit, lite)}: ${text('spot.lite.unit', { unit: nameOf(next.unit, lite) })}`}
      onClick={() => lite.change(next)}
    >
      {nameOf(lite.form.unit, lite)}
      <Icon name="convert" size={16} />
    </button>
  );
}

function Presets({ lite: { form, change } }: { lite: Lite }) {
  const text = useText();
  const chosen = 'share' in form.amountInput ? form.amountInput.share : undefined;
  return (
    <div className="presets pt-3">
      {SHARES.map((share) => (
        <button
          key={share}
          type="button"
          className={share === chosen ? 'chip chip--on' : 'chip'}
          aria-pressed={share === chosen}
          onClick={() => change(withShare(form, share))}
        >
          {share === 100 ? text('spot.lite.max') : `${share}%`}
        </button>
      ))}
    </div>
  );
}
