import { type ReactNode, useId } from 'react';
import { Hint } from './field.tsx';

type Props = {
  label: string;
  aside?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  length?: number;
};

/** Renders six boxes over one real input, so that paste, autofill and screen readers see one field. */
export function CodeField({ label, aside, value, onChange, error, hint, length = 6 }: Props) {
  const id = useId();
  const boxes = Array.from({ length }, (_, index) => ({ at: index, digit: value[index] ?? '' }));
  return (
    <div>
      <div className="lbl">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={error === undefined ? 'otp' : 'otp otp--error'}>
        <input
          id={id}
          className="otp__input"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          maxLength={length}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint`}
        />
        {boxes.map(({ at, digit }) => (
          <span key={at} className={at === value.length ? 'otp__i otp__i--next' : 'otp__i'} aria-hidden="true">
            {digit}
          </span>
        ))}
      </div>
      <Hint id={`${id}-hint`} error={error} hint={hint} />
    </div>
  );
}
