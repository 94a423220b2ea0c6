import { useEffect, useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Button } from './button.tsx';
import { Hint } from './field.tsx';
import { canSubmitPin, PIN_KEYS, PIN_MOST, typePin } from './pin-entry.ts';

type Props = {
  label: string;
  value: string;
  onChange: (pin: string) => void;
  onSubmit: () => void;
  submitLabel: string;
  deleteLabel: string;
  /** "3 of 6 digits" for a screen reader, which does not read the digits themselves. */
  countLabel: string;
  busy?: boolean;
  error?: string | undefined;
};

/** Renders the trade password pad. Digits are in the standard layout, and a physical keyboard works as well. */
export function PinPad(props: Props) {
  const { label, value, onChange, onSubmit, submitLabel, deleteLabel, countLabel, busy = false, error } = props;
  const id = useId();
  useKeys(busy, (key) => {
    if (key === 'Enter') return canSubmitPin(value) && onSubmit();
    onChange(typePin(value, key));
  });
  return (
    <fieldset className="pin" aria-label={label} aria-describedby={`${id}-hint`}>
      <Dots filled={value.length} countLabel={countLabel} isWrong={error !== undefined} />
      <Hint id={`${id}-hint`} error={error} />
      <div className="pin__keys">
        {PIN_KEYS.map((key) => (
          <button
            key={key}
            type="button"
            className="pin__key"
            disabled={busy}
            onClick={() => onChange(typePin(value, key))}
          >
            {key}
          </button>
        ))}
        <button
          type="button"
          className="pin__key pin__key--bare"
          aria-label={deleteLabel}
          disabled={busy || value === ''}
          onClick={() => onChange(typePin(value, 'Backspace'))}
        >
          <Icon name="back" />
        </button>
      </div>
      <Button
        tone="primary"
        blocked={!canSubmitPin(value)}
        wide
        busy={busy}
        disabled={!canSubmitPin(value)}
        onClick={onSubmit}
      >
        {submitLabel}
      </Button>
    </fieldset>
  );
}

function Dots({ filled, countLabel, isWrong }: { filled: number; countLabel: string; isWrong: boolean }) {
  return (
    <div className={isWrong ? 'pin__dots pin__dots--wrong' : 'pin__dots'} role="status" aria-label={countLabel}>
      {Array.from({ length: PIN_MOST }, (_, index) => index).map((index) => (
        <i key={index} className={index < filled ? 'pin__dot pin__dot--on' : 'pin__dot'} />
      ))}
    </div>
  );
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input,textarea,select'));

/** Handles keys of a physical keyboard, unless they go to a field or press the focused button. */
function useKeys(isOff: boolean, onKey: (key: string) => void): void {
  useEffect(() => {
    if (isOff) return;
    const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || isWriting(target)) return;
      if (key === 'Enter' && target instanceof HTMLButtonElement) return;
      onKey(key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
