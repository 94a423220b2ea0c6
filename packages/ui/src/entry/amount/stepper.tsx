import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Icon } from '../../icons/icon.tsx';
import { Hint } from '../field.tsx';
import { useAmountInput } from './amount-input.ts';
import { repeatWhileHeld } from './hold-repeat.ts';

/** Returns the next text in a direction, or undefined at the end of the range. */
type Step = { label: string; step: (value: string) => string | undefined };
type Props = {
  label: string;
  value: string;
  places: number;
  onChange: (value: string) => void;
  less: Step;
  more: Step;
  error?: string | undefined;
  /** What is unusual about a value that is accepted. */
  warning?: string | undefined;
  disabled?: boolean;
};

/** Renders a decimal that is typed or moved by its tick; the caller defines the tick. */
export function Stepper({ label, value, places, onChange, less, more, error, warning, disabled = false }: Props) {
  const id = useId();
  const input = useAmountInput({ value, places, onChange });
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const move = ({ step }: Step) => {
    const next = step(latest.current);
    if (next === undefined) return false;
    latest.current = next;
    onChange(next);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? more : less);
  };
  return (
    <div>
      <div
        className={
          error === undefined && warning === undefined ? 'field field--step' : 'field field--step field--error'
        }
      >
        <StepButton icon="minus" label={less.label} isOff={disabled} move={() => move(less)} />
        <span className="field__two">
          <label htmlFor={id}>{label}</label>
          <input
            {...input}
            id={id}
            className="field__input"
            disabled={disabled}
            onKeyDown={onKeyDown}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined && warning === undefined ? undefined : `${id}-hint`}
          />
        </span>
        <StepButton icon="plus" label={more.label} isOff={disabled} move={() => move(more)} />
      </div>
      <Hint id={`${id}-hint`} error={error} warning={warning} />
    </div>
  );
}

type ButtonProps = { icon: 'minus' | 'plus'; label: string; isOff: boolean; move: () => boolean };

/**
 * Renders a step button: a press is one step, a hold repeats; a keyboard press arrives as a click without a pointer.
 */
function StepButton({ icon, label, isOff, move }: ButtonProps) {
  const letGo = useRef<(() => void) | undefined>(undefined);
  const stop = () => letGo.current?.();
  useEffect(() => () => letGo.current?.(), []);
  return (
    <button
      type="button"
      className="field__step"
      aria-label={label}
      disabled={isOff}
      onPointerDown={() => {
        stop(); // A second finger must not leave the first one's repeat running.
        letGo.current = repeatWhileHeld(move);
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => event.detail === 0 && move()}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
