import { firstIdAt } from '@app/base';
import { notionalAt } from '@app/domain/contract';
import { type Mode, reserveAccount } from '@app/domain/ledger';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, absolute, add, parseDecimal, type Rate, ratio, subtract, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { readContractStats as route } from '@app/protocol/contract';
import type { Db } from '../../platform/db/database.ts';
import { type Ledger, readOwnerEntries } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import type { ContractMarkets, ListedMarket } from './contract-markets.ts';
import { type ForcedRow, type OpenRow, readForced, readOpen } from './stats.store.ts';

type Deps = {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'read'>;
  readonly board: Pick<Board, 'quoteOf'>;
  readonly markets: ContractMarkets;
};
type Stats = Output<typeof route>;

/** A figure with fewer users behind it would say something about one of them. */
const USERS_MIN = 5;
const DAY_MS = 86_400_000;
const FRESH_MS = 5_000;
/** Share of the time that reading may take: with a million positions it is read less often. */
const IDLE_FACTOR = 20;

type Cached = { readonly stats: Promise<Stats>; untilMs: number };

/** Creates the reader of public statistics. All callers within some seconds share one reading. */
export function createContractStats(deps: Deps, nowMs: () => number = Date.now): (mode: Mode) => Promise<Stats> {
  const cache = new Map<Mode, Cached>();
  return (mode) => {
    const known = cache.get(mode);
    if (known !== undefined && nowMs() < known.untilMs) return known.stats;
    const startedMs = nowMs();
    const reading: Cached = { stats: readStats(deps, mode, startedMs), untilMs: Number.POSITIVE_INFINITY };
    cache.set(mode, reading);
    reading.stats.then(
      () => {
        const tookMs = nowMs() - startedMs;
        reading.untilMs = nowMs() + Math.max(FRESH_MS, tookMs * IDLE_FACTOR);
      },
      () => cache.delete(mode), // The next call retries.
    );
    return reading.stats;
  };
}

async function readStats(deps: Deps, mode: Mode, atMs: number): Promise<Stats> {
  const since = firstIdAt(atMs - DAY_MS);
  const [open, forced, insurance, markets] = await Promise.all([
    readOpen(deps.db, mode),
    readForced(deps.db, mode, since),
    readInsurance(deps, mode, atMs),
    deps.markets.offered(),
  ]);
  const list = markets.map((market) => ({
    symbol: market.symbol,
    ...showOpen(
      deps,
      market,
      open.filter((row) => row.market === market.id),
    ),
    long_liquidations: showForced(
      market,
      forced.find((row) => row.market === market.id && row.side === 'long'),
    ),
    short_liquidations: showForced(
      market,
      forced.find((row) => row.market === market.id && row.side === 'short'),
    ),
  }));
  return { at: atMs, list, insurance };
}

function showOpen({ board }: Deps, market: ListedMarket, rows: readonly OpenRow[]) {
  const none = { open_lots: null, open_value: null, long_share: null, long_lots_share: null };
  const both = rows.find(({ side }) => side === null);
  if (both === undefined || both.users < USERS_MIN) return none;
  const lots = parseDecimal<Amount>(both.lots);
  const price = board.quoteOf(market.id)?.price;
  const total = { open_lots: lots, open_value: price === undefined ? null : notionalAt({ market, lots }, price) };
  // The sides only where each has enough users: with the total, one of them would give away the other.
  const long = rows.find(({ side }) => side === 'long');
  const short = rows.find(({ side }) => side === 'short');
  const isHidden = long === undefined || short === undefined || Math.min(long.users, short.users) < USERS_MIN;
  if (isHidden) return { ...none, ...total };
  return {
    ...total,
    long_share: shareOf(parseDecimal<Amount>(String(long.positions)), parseDecimal<Amount>(String(both.positions))),
    long_lots_share: shareOf(parseDecimal<Amount>(long.lots), lots),
  };
}

const shareOf = (part: Amount, whole: Amount): Rate => ratio(part, whole, 'down') as bigint as Rate; // A share of one.

function showForced({ multiplier }: ListedMarket, row: ForcedRow | undefined) {
  if (row === undefined || row.users < USERS_MIN) return { count: null, value: null };
  // Lots times prices, summed by the database without rounding; in USDT once multiplied by the lot.
  return { count: row.count, value: ((parseDecimal<Amount>(row.lots_at_prices) * multiplier) / 10n ** 18n) as Amount };
}

/** Reads the fund's balance, and everything that moved it within a day, also what the operator paid in. */
async function readInsurance({ db, ledger }: Deps, mode: Mode, atMs: number) {
  const name = reserveAccount('insurance', WORTH_CURRENCY);
  const [account] = await ledger.read(db, mode, [name]);
  const span = { mode, owner: name.owner, from: firstIdAt(atMs - DAY_MS), before: firstIdAt(atMs + DAY_MS) };
  let received: Amount = ZERO;
  let paid: Amount = ZERO;
  for await (const part of readOwnerEntries(db, span))
    for (const { account: kind, currency, available } of part) {
      if (kind !== name.kind || currency !== name.currency) continue;
      const change = parseDecimal<Amount>(available);
      if (change > ZERO) received = add(received, change);
      else paid = subtract(paid, change);
    }
  return { balance: account?.available ?? ZERO, received, paid: absolute(paid) };
}
