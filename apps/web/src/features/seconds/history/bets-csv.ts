import { type Decimal, formatDecimal } from '@app/money';
import { sideOf } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { endingOf, netOf } from '../result/ending.ts';

const COLUMNS = [
  ...['bet', 'market', 'side', 'seconds', 'stake', 'currency', 'payout_rate', 'terms', 'outcome'],
  ...['entry_price', 'exit_price', 'returned', 'net'],
  ...['accepted_utc', 'entry_utc', 'exit_utc', 'ended_utc', 'receipt'],
] as const;

const BOM = '\uFEFF';

/**
 * Returns a file of ended bets, one line each: full precision, a point as decimal mark and times in UTC, whatever the
 * language, like the files of statements.
 */
export const betsCsv = (bets: readonly WireBet[]): string =>
  `${BOM}${[COLUMNS, ...bets.map(lineOf)].map((cells) => cells.join(',')).join('\r\n')}\r\n`;

function lineOf(bet: WireBet): readonly string[] {
  return [
    ...[String(bet.id), bet.symbol, sideOf(bet), String(bet.seconds), decimal(bet.number), bet.currency_name],
    ...[decimal(bet.rate), String(bet.terms), endingOf(bet) ?? ''],
    ...[
      decimal(bet.entry_price),
      decimal(bet.exit_price),
      decimal(bet.returned),
      decimal(bet.returned === null ? null : netOf(bet)),
    ],
    ...[time(bet.created), time(bet.entry_time), time(bet.exit_time), time(bet.ended)],
    bet.receipt === null ? '' : String(bet.receipt),
  ];
}

const decimal = (value: Decimal | null): string => (value === null ? '' : formatDecimal(value));
const time = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString());
