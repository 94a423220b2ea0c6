import { type ReactNode, useId } from 'react';

type Chip<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };
type Shared<Value extends string> = { label: string; chips: readonly Chip<Value>[]; wrap?: boolean };
type OneProps<Value extends string> = Shared<Value> & { value: Value | undefined; onChange: (value: Value) => void };
type ManyProps<Value extends string> = Shared<Value> & {
  values: readonly Value[];
  onChange: (values: readonly Value[]) => void;
};

/** Renders a single choice in a row that scrolls sideways: radio buttons styled as chips. */
export function ChipGroup<Value extends string>({ label, chips, wrap, value, onChange }: OneProps<Value>) {
  const name = useId();
  return (
    <fieldset className={wrap ? 'chips chips--wrap' : 'chips'} aria-label={label}>
      {chips.map((chip) => (
        <Face
          key={chip.value}
          chip={chip}
          name={name}
          isOn={chip.value === value}
          onToggle={() => onChange(chip.value)}
        />
      ))}
    </fieldset>
  );
}

/** Renders a multiple choice: check boxes with the same style. */
export function ChipChecks<Value extends string>({ label, chips, wrap, values, onChange }: ManyProps<Value>) {
  const toggle = (value: Value, isOn: boolean) =>
    onChange(isOn ? [...values, value] : values.filter((held) => held !== value));
  return (
    <fieldset className={wrap ? 'chips chips--wrap' : 'chips'} aria-label={label}>
      {chips.map((chip) => {
        const isOn = values.includes(chip.value);
        return <Face key={chip.value} chip={chip} isOn={isOn} onToggle={() => toggle(chip.value, !isOn)} />;
      })}
    </fieldset>
  );
}

type FaceProps = { chip: Chip<string>; isOn: boolean; onToggle: () => void; name?: string };

/** Renders a chip: with a name it is part of a radio group, without one it is a check box. */
function Face({ chip, isOn, onToggle, name }: FaceProps) {
  const look = chip.disabled ? 'chip chip--off' : isOn ? 'chip chip--on' : 'chip';
  return (
    <label className={look}>
      <input
        type={name === undefined ? 'checkbox' : 'radio'}
        className="sr-only"
        name={name}
        disabled={chip.disabled === true}
        checked={isOn}
        onChange={onToggle}
      />
      {chip.label}
    </label>
  );
}
