import { type ReactNode, useId } from 'react';

type Option<Value extends string> = {
  value: Value;
  label: string;
  text?: ReactNode;
  trail?: ReactNode;
  disabled?: boolean;
};
type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value | undefined;
  onChange: (value: Value) => void;
};

/** Renders a choice of a few options, each with space for an explanation. */
export function RadioList<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="radios" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={option.disabled ? 'radios__i radios__i--off' : 'radios__i'}>
          <input
            type="radio"
            className="radio"
            name={name}
            disabled={option.disabled === true}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="grow">
            {option.label}
            {option.text !== undefined && <span className="row__why">{option.text}</span>}
          </span>
          {option.trail}
        </label>
      ))}
    </fieldset>
  );
}
