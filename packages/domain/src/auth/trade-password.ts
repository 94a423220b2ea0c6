import { type Decision, ok, refuse } from '@app/base';

const FORM = /^\d{4,6}$/;
/** Ascending or descending keypad digits, wrapping past nine: 8901 is typed like 1234. */
const RUNS = ['01234567890123456789', '98765432109876543210'];
/** Common choices that are neither a run nor a repetition: the keypad's middle column and its edge. */
const FAVOURITES = [
  '2580',
  '0852',
  '1470',
  '147258',
  '159753',
  '159357',
  '112233',
  '332211',
  '123321',
  '520131',
  '131452',
];

type TradePasswordRefusal = 'passwords_differ' | 'trade_password_too_simple';

/**
 * Checks trade passwords (decisions): four to six digits, typed twice. Rejects the few that are tried first: a run, the
 * same one, two or three digits repeated, mirrored pairs, a favourite.
 */
export function checkTradePassword(password: string, again: string): Decision<string, TradePasswordRefusal> {
  if (password !== again) return refuse('passwords_differ');
  return FORM.test(password) && !isSimple(password) ? ok(password) : refuse('trade_password_too_simple');
}

const isSimple = (digits: string): boolean =>
  RUNS.some((run) => run.includes(digits)) ||
  [1, 2, 3].some((length) => repeats(digits, length)) ||
  FAVOURITES.includes(digits);

/** Reports whether the digits repeat their beginning, truncated or not: 1111, 1212, 12121, 123123. */
function repeats(digits: string, length: number): boolean {
  const isLongEnough = length < 3 || digits.length === 2 * length;
  return isLongEnough && digits === digits.slice(0, length).repeat(digits.length).slice(0, digits.length);
}
