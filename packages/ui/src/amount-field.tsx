import { type ClipboardEvent, type ReactNode, useId, useState } from 'react';
import { readPastedAmount, typeAmount } from './amount-entry.ts';
import { Hint } from './field.tsx';
import { groupDigits } from './group-digits.ts';

type Props = {
  label: string;
  value: string;
  places: number;
  onChange: (value: string) => void;
  aside: ReactNode;
  unit: ReactNode;
  presets: readonly { label: string; fill: () => void }[];
  error?: string | undefined;
};

const sizeOf = ({ length }: string) => (length > 16 ? 'amount__v--longer' : length > 10 ? 'amount__v--long' : '');

/** Numbers with the system's keypad; separators of thousands appear only when nobody is typing. */
export function AmountField({ label, value, places, onChange, aside, unit, presets, error }: Props) {
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const read = readPastedAmount(event.clipboardData.getData('text'), places);
    if (read === undefined) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const spliced = value.slice(0, selectionStart ?? 0) + read + value.slice(selectionEnd ?? value.length);
    onChange(typeAmount(value, spliced, places));
  };
  return (
    <div>
      <div className={error === undefined ? 'amount' : 'amount amount--error'}>
        <div className="lbl">
          <label htmlFor={id}>{label}</label>
          {aside}
        </div>
        <div className="amount__line">
          <input
            id={id}
            className={`amount__v ${sizeOf(value)}`}
            type="text"
            inputMode="decimal"
            enterKeyHint="done"
            autoComplete="off"
            placeholder="0.00"
            value={isTyping ? value : groupDigits(value)}
            onChange={(event) => onChange(typeAmount(value, event.target.value, places))}
            onPaste={paste}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-hint`}
          />
          {unit}
        </div>
        <div className="presets">
          {presets.map((preset) => (
            <button key={preset.label} type="button" className="chip" onClick={preset.fill}>
              {preset.label}
            </button>
          ))}
        </div>
      </div>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}
