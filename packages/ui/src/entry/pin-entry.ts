/** A trade password is four to six digits; its pad never moves them about, because hands learn places. */
export const PIN_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
const PIN_LEAST = 4;
export const PIN_MOST = 6;

/** The digits after a key of the pad or of a real keyboard; any other key changes nothing. */
export function typePin(pin: string, key: string): string {
  if (key === 'Backspace' || key === 'Delete') return pin.slice(0, -1);
  return /^\d$/.test(key) && pin.length < PIN_MOST ? pin + key : pin;
}

export const canSubmitPin = ({ length }: string) => length >= PIN_LEAST && length <= PIN_MOST;
