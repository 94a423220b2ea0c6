import { showSigned } from '@app/domain/results';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, formatDecimal, formatPlaces, groupDigits, type Rate, showAmount } from '@app/money';
import type { Text } from '../../data/app/texts.ts';

/** The trading page of seconds options. */
export const SECONDS_PATH = '/pages/transaction/index2';
/** Limits that users set for themselves. */
export const LIMITS_PATH = '/pages/plus/limits';

/** Unknown values are shown as a dash, never as zero. */
export const UNKNOWN = '—';

/** Returns the transfer that brings a currency to the seconds account. */
export const topUpPath = (currency: string) =>
  `/pages/fund/transfer?${new URLSearchParams({ to: 'seconds', currency })}`;

/** Returns the name of the price that bets are about: “BTC index”, or “EUR/USD index”. */
export function indexName(symbol: string, text: Text): string {
  const [base = symbol, quote] = symbol.split('/');
  return text('seconds.index', { coin: quote === 'USDT' ? base : symbol });
}

/** Formats what the user has or gets: truncated. */
export const moneyText = (value: Amount, currency: string): string => showAmount(value, shownPlaces(currency));

/** Formats what the user pays: rounded up. */
export const costText = (value: Amount, currency: string): string =>
  groupDigits(formatPlaces(value, shownPlaces(currency), 'up'));

/** Formats a gain or loss with its sign. */
export const signedText = (value: Amount, currency: string): string => showSigned(value, shownPlaces(currency));

/** Formats a stake with all its digits: 50, 12.5. */
export const stakeText = (stake: Amount): string => groupDigits(formatDecimal(stake));

/** Formats a payout with all its digits: 0.85 becomes 85%. */
export const payoutText = (rate: Rate): string => `${formatDecimal((rate * 100n) as Rate)}%`;

/** Formats the share of bets that must be right: rounded up to a tenth of a percent. */
export const shareText = (rate: Rate): string => `${formatPlaces((rate * 100n) as Rate, 1, 'up')}%`;
