import { type ComponentProps, type ReactNode, useId } from 'react';
import { Hint } from '../field.tsx';
import { useAmountInput } from './amount-input.ts';
import { PercentSlider } from './percent-slider.tsx';

type Props = {
  label: string;
  value: string;
  places: number;
  onChange: (value: string) => void;
  aside: ReactNode;
  unit: ReactNode;
  presets: readonly { label: string; fill: () => void }[];
  /** Approximate value in another unit, such as "≈ $1,250.00". */
  about?: string | undefined;
  slider?: ComponentProps<typeof PercentSlider>;
  error?: string | undefined;
};

const sizeOf = ({ length }: string) => (length > 16 ? 'amount__v--longer' : length > 10 ? 'amount__v--long' : '');

/** Renders an amount as the main field of a form: typed, set with a slider or taken from presets. */
export function AmountField({ label, value, places, onChange, aside, unit, presets, about, slider, error }: Props) {
  const id = useId();
  const input = useAmountInput({ value, places, onChange });
  return (
    <div>
      <div className={error === undefined ? 'amount' : 'amount amount--error'}>
        <div className="lbl">
          <label htmlFor={id}>{label}</label>
          {aside}
        </div>
        <div className="amount__line">
          <input
            {...input}
            id={id}
            className={`amount__v ${sizeOf(value)}`}
            placeholder="0.00"
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-hint`}
          />
          {unit}
        </div>
        {about !== undefined && <p className="amount__about">{about}</p>}
        {slider !== undefined && <PercentSlider {...slider} />}
        <div className="presets">
          {presets.map((preset) => (
            <button key={preset.label} type="button" className="chip" onClick={preset.fill}>
              {preset.label}
            </button>
          ))}
        </div>
      </div>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}
