/** Keys of the trade password pad (four to six digits); never shuffled, because users remember positions. */
export const PIN_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
const PIN_LEAST = 4;
export const PIN_MOST = 6;

/** Returns the digits after a key of the pad or of a physical keyboard; any other key changes nothing. */
export function typePin(pin: string, key: string): string {
  if (key === 'Backspace' || key === 'Delete') return pin.slice(0, -1);
  return /^\d$/.test(key) && pin.length < PIN_MOST ? pin + key : pin;
}

export const canSubmitPin = ({ length }: string) => length >= PIN_LEAST && length <= PIN_MOST;
