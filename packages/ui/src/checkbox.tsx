import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

export function Checkbox({ checked, onChange, children }: Props) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        className="tick__input"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <i className={checked ? 'check check--on' : 'check'} aria-hidden="true">
        {checked && <Icon name="check" size={16} />}
      </i>
      <span>{children}</span>
    </label>
  );
}
