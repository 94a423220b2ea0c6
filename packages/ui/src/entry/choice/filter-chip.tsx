import type { ReactNode } from 'react';
import { Sheet } from '../../feedback/sheet.tsx';
import { Icon } from '../../icons/icon.tsx';
import { Choices } from './choices.tsx';

type Act = (change: () => void) => void;

type Shared = {
  label: string;
  closeLabel: string;
  /** The sheet to choose from; `act` closes it and then makes the change. */
  sheet: { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void; readonly act: Act };
};

/** Renders one filter of a list: its current value, and a sheet to choose from. */
export function FilterChip({
  label,
  closeLabel,
  sheet,
  chosen,
  children,
}: Shared & { chosen: string | undefined; children: ReactNode }) {
  return (
    <>
      <button
        type="button"
        className={chosen === undefined ? 'chip' : 'chip chip--on'}
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        aria-label={chosen === undefined ? label : `${label}: ${chosen}`}
        onClick={sheet.open}
      >
        {chosen ?? label}
        <Icon name="down" size={12} />
      </button>
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={label} closeLabel={closeLabel}>
        {children}
      </Sheet>
    </>
  );
}

const ALL = '';

type ChoiceProps<Value extends string> = Shared & {
  all: string;
  choices: readonly { value: Value; label: string; lead?: ReactNode }[];
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
};

/** Renders a filter for one of a few values, or all of them. */
export function ChoiceChip<Value extends string>({
  label,
  closeLabel,
  sheet,
  all,
  choices,
  value,
  onChoose,
}: ChoiceProps<Value>) {
  const chosen = value === undefined ? undefined : (choices.find((choice) => choice.value === value)?.label ?? value);
  return (
    <FilterChip label={label} closeLabel={closeLabel} sheet={sheet} chosen={chosen}>
      <Choices<Value | typeof ALL>
        label={label}
        choices={[{ value: ALL, label: all }, ...choices]}
        value={value ?? ALL}
        onChoose={(picked) => sheet.act(() => onChoose(picked === ALL ? undefined : picked))}
      />
    </FilterChip>
  );
}
