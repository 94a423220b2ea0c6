import type { ReactNode } from 'react';
import { Icon } from '../../icons/icon.tsx';

type Choice<Value extends string> = { value: Value; label: string; lead?: ReactNode; trail?: ReactNode };
type Props<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** Renders a list to choose one from, for use inside a sheet. */
export function Choices<Value extends string>({ label, choices, value, onChoose }: Props<Value>) {
  return (
    <fieldset className="choices" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          className="choice"
          onClick={() => onChoose(choice.value)}
        >
          {choice.lead}
          <span className="grow text-left">{choice.label}</span>
          {choice.trail}
          <span className="choice__tick">{choice.value === value && <Icon name="check" size={20} />}</span>
        </button>
      ))}
    </fieldset>
  );
}
