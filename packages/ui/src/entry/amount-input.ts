import { groupDigits } from '@app/money';
import { type ChangeEvent, type ClipboardEvent, type InputHTMLAttributes, useState } from 'react';
import { flushSync } from 'react-dom';
import { caretAfter, readPastedAmount, typeAmount } from './amount-entry.ts';

type Held = { value: string; places: number; onChange: (value: string) => void };

/** What every input of a number does: the system's keypad, and separators of thousands only when nobody types. */
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

/** After React has put the value in, which moves the caret to the end. */
const placeCaret = (input: HTMLInputElement, caret: number) =>
  queueMicrotask(() => input.setSelectionRange(caret, caret));

/**
 * The separators of thousands go when typing starts, and with them the caret's place. Not at once: only after the event
 * is it known what is selected, also by a script that selects right after it focused.
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
