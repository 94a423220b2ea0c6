import { type ClipboardEvent, type InputHTMLAttributes, useState } from 'react';
import { readPastedAmount, typeAmount } from './amount-entry.ts';
import { groupDigits } from './group-digits.ts';

type Held = { value: string; places: number; onChange: (value: string) => void };

/** What every input of a number does: the system's keypad, and separators of thousands only when nobody types. */
export function useAmountInput({ value, places, onChange }: Held): InputHTMLAttributes<HTMLInputElement> {
  const [isTyping, setTyping] = useState(false);
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const read = readPastedAmount(event.clipboardData.getData('text'), places);
    if (read === undefined) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const spliced = value.slice(0, selectionStart ?? 0) + read + value.slice(selectionEnd ?? value.length);
    onChange(typeAmount(value, spliced, places));
  };
  return {
    type: 'text',
    inputMode: 'decimal',
    enterKeyHint: 'done',
    autoComplete: 'off',
    value: isTyping ? value : groupDigits(value),
    onChange: (event) => onChange(typeAmount(value, event.target.value, places)),
    onPaste: paste,
    onFocus: () => setTyping(true),
    onBlur: () => setTyping(false),
  };
}
