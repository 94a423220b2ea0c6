import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

type State = { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean };

/** Renders a switch that takes effect at once, without a save button. */
export function Switch({ label, checked, onChange, disabled = false }: State & { label: string }) {
  return (
    <Base.Root className="switch" aria-label={label} checked={checked} onCheckedChange={onChange} disabled={disabled}>
      <Base.Thumb className="switch__thumb" />
    </Base.Root>
  );
}

/** Renders a settings row that ends in a switch; the whole row toggles it. */
export function SwitchRow({ label, text, checked, onChange, disabled = false }: State & RowLabels) {
  const id = useId();
  return (
    <label className="row row--menu row--switch" htmlFor={id}>
      <span className="row__main">
        {label}
        {text !== undefined && <span className="row__why">{text}</span>}
      </span>
      <Base.Root id={id} className="switch" checked={checked} onCheckedChange={onChange} disabled={disabled}>
        <Base.Thumb className="switch__thumb" />
      </Base.Root>
    </label>
  );
}

type RowLabels = { label: string; text?: ReactNode };
