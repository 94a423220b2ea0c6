/** Screen measurement: width, greatest height seen, whether a keyboard is open, and the height it covers. */
export type KeyboardSpace = { width: number; tallest: number; isKeyboardOpen: boolean; covered: number };
type Seen = { width: number; height: number; covered: number; isTyping: boolean };

const LEAST_KEYBOARD = 120; // Browser bars that come and go are smaller, every keyboard is taller.

/**
 * Returns the measurement after a change of the viewport. Rotating the device resets it, because the other orientation
 * is not a keyboard.
 */
export function measureKeyboard(before: KeyboardSpace | undefined, seen: Seen): KeyboardSpace {
  const isTurned = before === undefined || before.width !== seen.width;
  const tallest = isTurned ? seen.height : Math.max(before.tallest, seen.height + seen.covered);
  const isKeyboardOpen = seen.isTyping && tallest - seen.height >= LEAST_KEYBOARD;
  return { width: seen.width, tallest, isKeyboardOpen, covered: isKeyboardOpen ? Math.max(0, seen.covered) : 0 };
}
