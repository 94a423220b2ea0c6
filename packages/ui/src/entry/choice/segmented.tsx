import { useId } from 'react';

/** An option. Direction is the only reason for a colour here: buy and sell, up and down. */
type Option<Value extends string> = { value: Value; label: string; tone?: 'up' | 'down'; disabled?: boolean };
type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

const lookOf = (isOn: boolean, tone: 'up' | 'down' | undefined) => (isOn ? `seg__i seg__i--${tone ?? 'on'}` : 'seg__i');

/** Renders two to four choices side by side: radio buttons, so that arrow keys and screen readers work. */
export function Segmented<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="seg" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={lookOf(option.value === value, option.tone)}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            disabled={option.disabled === true}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
