import { sideOf } from '@app/client/contract';
import { type Amount, formatDecimal, type Price } from '@app/money';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { figuresOfDeal } from './deal-figures.ts';

const COLUMNS = [
  ...['position', 'market', 'series', 'side', 'leverage', 'lots', 'lot_size', 'limit_price', 'entry_price'],
  ...['exit_price', 'margin_usdt', 'result_usdt', 'fees_usdt', 'net_usdt', 'outcome', 'cause'],
  ...['ordered_utc', 'opened_utc', 'closed_utc', 'receipts'],
] as const;

const BOM = '\uFEFF';

/**
 * Returns a file of ended deals, one line each: full precision, a point as decimal mark and times in UTC, whatever the
 * language, like the files of statements.
 */
export const dealsCsv = (deals: readonly EndedDeal[]): string =>
  `${BOM}${[COLUMNS, ...deals.map(lineOf)].map((cells) => cells.join(',')).join('\r\n')}\r\n`;

function lineOf(deal: EndedDeal): readonly string[] {
  const { exit, margin, result, fees, net } = figuresOfDeal(deal);
  return [
    ...[String(deal.id), deal.symbol, deal.series, sideOf(deal), String(deal.multiple)],
    ...[decimal(deal.opened_share), decimal(deal.lot), decimal(deal.target_price), decimal(deal.entry_price)],
    ...[decimal(exit), decimal(margin), decimal(result), decimal(fees), decimal(net)],
    ...[deal.status === CANCELLED ? 'cancelled' : 'closed', deal.cause ?? ''],
    ...[time(deal.created), time(deal.opened), time(deal.closed)],
    deal.settlements.map(({ id }) => String(id)).join(' '),
  ];
}

const CANCELLED = 4;

const decimal = (value: Amount | Price | null | undefined): string => (value == null ? '' : formatDecimal(value));
const time = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString());
