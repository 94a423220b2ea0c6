/** Coins, metals and energies drawn in coins.svg. */
export const COIN_CODES: readonly string[] = (
  'BTC ETH USDT SOL XRP BNB DOGE ADA AVAX LINK TON TRX ARB DOT LTC BCH UNI ATOM XLM ETC FIL AAVE ICP POL NEAR APT OP SUI ' +
  'HBAR SHIB PEPE XAU XAG XPT XPD WTI BRENT NGAS'
).split(' ');

/** Currencies with a flag in currency-flags.svg. */
export const FLAGGED_CURRENCIES: readonly string[] = 'EUR GBP USD JPY AUD CHF CAD NZD TRY HKD'.split(' ');

/** How a coin, currency, stock or index is drawn; what nobody drew gets its first letter. */
export const drawingOf = (code: string): 'coin' | 'flag' | 'letter' => {
  if (COIN_CODES.includes(code)) return 'coin';
  return FLAGGED_CURRENCIES.includes(code) ? 'flag' : 'letter';
};

/** Distinct hues; at the lightness that coin-icon.tsx uses, white text on each has a contrast of at least 4.5. */
const HUES = 18;

/** Returns the hue of a letter's disc: the same for a code wherever and whenever it is shown. */
export function hueOf(code: string): number {
  let sum = 0;
  for (const letter of code) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return (sum % HUES) * (360 / HUES);
}
