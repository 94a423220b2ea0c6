import { groupDigits } from '@app/money';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../icons/icon.tsx';
import { Hint } from '../field.tsx';
import { useAmountInput } from './amount-input.ts';
import { lineWidth } from './line-width.ts';

type Props = {
  label: string;
  value: string;
  places: number;
  onChange: (value: string) => void;
  unit: string;
  /** For an amount that can also be typed in another unit. */
  toggle?: { label: string; go: () => void } | undefined;
  disabled?: boolean;
  error?: string | undefined;
};

/**
 * Renders an amount among others, as in order forms: its label inside at the left, or above a number that needs the
 * space.
 */
export function AmountLine({ label, value, places, onChange, unit, toggle, disabled = false, error }: Props) {
  const id = useId();
  const input = useAmountInput({ value, places, onChange });
  const needs = lineWidth({ label, value: groupDigits(value), unit, hasIcon: toggle !== undefined });
  return (
    <div className="line" style={{ '--needs': `${needs}px` }}>
      <div className={error === undefined ? 'field field--s' : 'field field--s field--error'}>
        <label className="line__k" htmlFor={id}>
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
        <Unit toggle={toggle}>{unit}</Unit>
      </div>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}

function Unit({ toggle, children }: { toggle: Props['toggle']; children: ReactNode }) {
  if (toggle === undefined) return <span className="field__u">{children}</span>;
  return (
    <button type="button" className="field__u hit" aria-label={toggle.label} onClick={toggle.go}>
      {children}
      <Icon name="transfer" size={12} />
    </button>
  );
}
