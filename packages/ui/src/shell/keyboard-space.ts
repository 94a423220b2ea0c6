/** What is left of the screen: how tall it was at its tallest, how tall it is now, and how much lies under a keyboard. */
export type KeyboardSpace = { width: number; tallest: number; isKeyboardOpen: boolean; covered: number };
type Seen = { width: number; height: number; covered: number; isTyping: boolean };

const LEAST_KEYBOARD = 120; // Bars of a browser that come and go are smaller, every keyboard is taller.

/** The room after a look at the screen. A turned device starts anew, for its other side is not a keyboard. */
export function measureKeyboard(before: KeyboardSpace | undefined, seen: Seen): KeyboardSpace {
  const isTurned = before === undefined || before.width !== seen.width;
  const tallest = isTurned ? seen.height : Math.max(before.tallest, seen.height + seen.covered);
  const isKeyboardOpen = seen.isTyping && tallest - seen.height >= LEAST_KEYBOARD;
  return { width: seen.width, tallest, isKeyboardOpen, covered: isKeyboardOpen ? Math.max(0, seen.covered) : 0 };
}
