import type { ReactNode } from 'react';
import { Icon } from '../../icons/icon.tsx';

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  disabled?: boolean;
  describedBy?: string | undefined;
};

/** Renders a checkbox with its text. `describedBy` is the id of the sentence that explains why it must be set. */
export function Checkbox({ checked, onChange, children, disabled = false, describedBy }: Props) {
  return (
    <label className={disabled ? 'tick tick--off' : 'tick'}>
      <input
        type="checkbox"
        className="tick__input"
        checked={checked}
        disabled={disabled}
        aria-invalid={describedBy === undefined ? undefined : true}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
      />
      <i className={checked ? 'check check--on' : 'check'} aria-hidden="true">
        {checked && <Icon name="check" size={16} />}
      </i>
      <span>{children}</span>
    </label>
  );
}
