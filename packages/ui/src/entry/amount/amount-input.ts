import { groupDigits } from '@app/money';
import { type ChangeEvent, type ClipboardEvent, type InputHTMLAttributes, useState } from 'react';
import { flushSync } from 'react-dom';
import { caretAfter, readPastedAmount, typeAmount } from './amount-entry.ts';

type Held = { value: string; places: number; onChange: (value: string) => void };

/**
 * Returns the props of every number input: the system's numeric keypad, and thousands separators only while the user is
 * not typing.
 */
export function useAmountInput({ value, places, onChange }: Held): InputHTMLAttributes<HTMLInputElement> {
  const [isTyping, setTyping] = useState(false);
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const held = typeAmount(value, target.value, places);
    const caret = caretAfter(target.value, held, target.selectionStart ?? held.length);
    onChange(held);
    placeCaret(target, caret);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const read = readPastedAmount(event.clipboardData.getData('text'), places);
    if (read === undefined) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const spliced = value.slice(0, selectionStart ?? 0) + read + value.slice(selectionEnd ?? value.length);
    const held = typeAmount(value, spliced, places);
    onChange(held);
    placeCaret(event.currentTarget, caretAfter(spliced, held, (selectionStart ?? 0) + read.length));
  };
  return {
    type: 'text',
    inputMode: 'decimal',
    enterKeyHint: 'done',
    autoComplete: 'off',
    value: isTyping ? value : groupDigits(value),
    onChange: type,
    onPaste: paste,
    onFocus: ({ target }) => {
      keepSelection(target, value, () => setTyping(true));
    },
    onBlur: () => setTyping(false),
  };
}

/** Sets the caret after React has set the value, which moves the caret to the end. */
const placeCaret = (input: HTMLInputElement, caret: number) =>
  queueMicrotask(() => input.setSelectionRange(caret, caret));

/**
 * Keeps the selection when typing starts, which removes the thousands separators and shifts the caret. Deferred: the
 * selection is only final after the event, also for a script that selects right after focusing.
 */
function keepSelection(input: HTMLInputElement, value: string, begin: () => void): void {
  queueMicrotask(() => {
    const shown = input.value;
    const from = input.selectionStart ?? shown.length;
    const to = input.selectionEnd ?? shown.length;
    flushSync(begin);
    input.setSelectionRange(caretAfter(shown, value, from), caretAfter(shown, value, to));
  });
}
