import { type ReactNode, useId } from 'react';
import { useAmountInput } from './amount-input.ts';
import { Hint } from './field.tsx';

type Props = {
  label: string;
  value: string;
  places: number;
  onChange: (value: string) => void;
  unit: ReactNode;
  disabled?: boolean;
  error?: string | undefined;
};

/** An amount among others, as order forms have it: its label inside at the left, its unit at the right. */
export function AmountLine({ label, value, places, onChange, unit, disabled = false, error }: Props) {
  const id = useId();
  const input = useAmountInput({ value, places, onChange });
  return (
    <div>
      <div className={error === undefined ? 'field field--s' : 'field field--s field--error'}>
        <label className="field__k" htmlFor={id}>
          {label}
        </label>
        <input
          {...input}
          id={id}
          className="field__input field__input--end"
          placeholder="0.00"
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-hint`}
        />
        <span className="field__u">{unit}</span>
      </div>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}
