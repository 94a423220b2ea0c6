import { useId } from 'react';

type Option<Value extends string> = { value: Value; label: string };
type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Two to four choices side by side: radio buttons, so arrow keys and screen readers know them. */
export function Segmented<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="seg" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'seg__i seg__i--on' : 'seg__i'}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
