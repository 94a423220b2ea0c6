import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inventoryAccount } from '@app/domain/convert';
import { type AccountName, type CapitalPayment, reserveAccount } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import { ladderAccount } from '@app/domain/spot';
import { type Amount, formatDecimal, parseDecimal } from '@app/money';
import { createLedger, payCapital } from '../modules/ledger/index.ts';
import { readMarkets } from '../modules/market/index.ts';
import { createSettings } from '../modules/reference/index.ts';
import { requestInventoryRead } from '../modules/spot/index.ts';
import type { Database } from '../platform/db/database.ts';
import { transactOn } from '../platform/db/transact.ts';
import { claimWriter } from '../platform/db/writer.ts';

export const USAGE = `npm run capital -- --mode real --account <account> --currency USDT --amount 1000000 --ref <reference> --reason "<why>" [--out]
  <account>: capital, insurance, inventory for what conversions are paid from, or house_ladder:BTC/USDT for a market's ladder
  --ref: the payment's own reference; the same one again changes nothing
  --out: pays out instead of in; the market of a house_ladder must be halted`;

/** A payment as the operator describes it, and the market whose inventory it changes. */
type Order = CapitalPayment & { readonly reason: string; readonly market: Market | undefined };

/** Time the engine needs to withdraw its quotes after a market was halted. */
const WITHDRAWN_AFTER_MS = 5_000;

/**
 * Pays capital in or out, as the arguments say, and returns the lines to print. The connection must be role migrate's:
 * the database refuses the transfer to any other.
 */
export async function runCapital(
  { db }: Pick<Database, 'db'>,
  args: readonly string[],
  withdrawnAfterMs = WITHDRAWN_AFTER_MS,
): Promise<readonly string[]> {
  const order = readOrder(args, await readMarkets(db));
  const { account, amount, direction, market } = order;
  if (market !== undefined && direction === 'out') {
    // Its quotes promise what is about to leave.
    const { value: isOpen } = await createSettings(db).read(marketKillSwitch(market.symbol));
    if (isOpen) throw new Error(`${market.symbol} must be halted before its inventory is paid out`);
    await pause(withdrawnAfterMs);
  }
  const nextId = await claimWriter(db);
  const deps = { db, transact: transactOn(db), ledger: createLedger(nextId) };
  const paid = await payCapital(deps, order, async (tx) => {
    if (market !== undefined) await requestInventoryRead(tx, nextId, market.id);
  });
  const name = `${account.owner} ${account.kind} ${account.currency}`;
  const done = `${formatDecimal(amount)} ${account.currency} paid ${direction}`;
  return [
    paid.isRepeated ? `${order.ref} was paid before; nothing changed` : done,
    `${name}: ${formatDecimal(paid.before)} before, ${formatDecimal(paid.after)} now`,
  ];
}

const OPTIONS = {
  mode: { type: 'string' },
  account: { type: 'string' },
  currency: { type: 'string' },
  amount: { type: 'string' },
  ref: { type: 'string' },
  reason: { type: 'string' },
  out: { type: 'boolean' },
} as const;

function readOrder(args: readonly string[], markets: readonly Market[]): Order {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const given = (name: Exclude<keyof typeof OPTIONS, 'out'>): string => {
    const text = values[name]?.trim();
    if (text === undefined || text === '') throw new Error(`--${name} is missing`);
    return text;
  };
  if (given('mode') !== 'real') throw new Error('--mode must be real: demo money is granted, never paid in');
  const amount = parseDecimal<Amount>(given('amount'));
  if (amount <= 0n) throw new Error('--amount must be positive');
  const direction = values.out === true ? 'out' : 'in';
  return {
    ref: given('ref'),
    reason: given('reason'),
    direction,
    amount,
    ...accountOf(given('account'), given('currency'), markets),
  };
}

function accountOf(
  text: string,
  currency: string,
  markets: readonly Market[],
): { readonly account: AccountName; readonly market: Market | undefined } {
  if (text === 'capital' || text === 'insurance') return { account: reserveAccount(text, currency), market: undefined };
  if (text === 'inventory') return { account: inventoryAccount(currency), market: undefined };
  const [kind, symbol] = text.split(':');
  const market = markets.find((it) => it.symbol === symbol && it.products.includes('spot'));
  if (kind !== 'house_ladder' || market === undefined)
    throw new Error(`--account must be capital, insurance, inventory or house_ladder:<spot market>, not ${text}`);
  if (currency !== market.base && currency !== market.quote)
    throw new Error(`${market.symbol} does not trade ${currency}`);
  return { account: ladderAccount(market.id, currency), market };
}
