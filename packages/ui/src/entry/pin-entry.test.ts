import { describe, expect, it } from 'vitest';
import { canSubmitPin, typePin } from './pin-entry.ts';

describe('the trade password pad', () => {
  it.each([
    ['a digit is appended', '12', '3', '123'],
    ['a seventh digit is not taken', '123456', '7', '123456'],
    ['backspace takes the last one', '123', 'Backspace', '12'],
    ['delete does the same', '123', 'Delete', '12'],
    ['nothing can be deleted from nothing', '', 'Backspace', ''],
    ['a letter is not taken', '12', 'a', '12'],
    ['a named key is not taken', '12', 'F1', '12'],
    ['digits of other scripts are not taken', '12', '٣', '12'],
  ])('%s', (_law, before, key, after) => {
    expect(typePin(before, key)).toBe(after);
  });

  it('can be submitted with four to six digits', () => {
    expect(['', '123', '1234', '12345', '123456', '1234567'].map(canSubmitPin)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
