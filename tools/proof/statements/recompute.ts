import type { Mode } from '@app/domain/ledger';
import type pg from 'pg';
import { DAY_MS, type Tick } from './histories.ts';

/**
 * A second program for the same figures: it reads the ledger's entries and the ticks, walks them one by one, and shares
 * no code with the platform. Units are the eighteenth place; values are cut at the eighth, as the platform states.
 */
const UNIT = 10n ** 18n;
const EIGHTH_PLACE = 10n ** 10n;
const ID_EPOCH_MS = 1_735_689_600_000n;

type Row = { transfer: string; kind: string; ref: string; currency: string; amount: string; account: string };

/** A transfer as a user saw it: changes by currency over all accounts but bonus. */
type Seen = { atMs: number; kind: string; ref: string; changes: Map<string, bigint> };

export type Recomputed = {
  opening: bigint;
  closing: bigint;
  flows: Record<string, bigint>;
  results: Record<string, bigint>;
  fees: Record<string, bigint>;
  held: bigint;
  total: bigint;
};

export type Reference = {
  /** Figures of a time span between two midnights, or until now. */
  figures(fromMs: number, toMs: number): Recomputed;
  /** Quantity and cost of each coin held now. */
  holdings(): Map<string, { quantity: bigint; cost: bigint }>;
};

const toUnits = (text: string): bigint => {
  const [whole = '0', places = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * UNIT + BigInt(places.padEnd(18, '0').slice(0, 18));
  return text.startsWith('-') ? -units : units;
};

const valueAt = (amount: bigint, price: bigint): bigint => {
  const exact = (amount * price) / UNIT;
  return exact - (exact % EIGHTH_PLACE);
};

/** The published rule: the last tick before the minute of a time, or before its quarter of an hour where minutes are gone. */
export function priceRule(ticks: readonly Tick[], minutesFromMs: number): (coin: string, atMs: number) => bigint {
  const byCoin = new Map<string, Tick[]>();
  for (const tick of ticks) byCoin.set(tick.coin, [...(byCoin.get(tick.coin) ?? []), tick]);
  return (coin, atMs) => {
    if (coin === 'USDT') return UNIT;
    const own = byCoin.get(coin) ?? [];
    const minuteMs = atMs - (atMs % 60_000);
    const quarterMs = atMs - (atMs % 900_000);
    const inMinutes = own.findLast((tick) => tick.atMs < minuteMs && tick.atMs >= minutesFromMs);
    const found = inMinutes ?? own.findLast((tick) => tick.atMs < quarterMs) ?? own[0];
    if (found === undefined) throw new Error(`${coin} has no price`);
    return found.price;
  };
}

export async function recompute(
  client: pg.Client,
  { userId, mode }: { userId: bigint; mode: Mode },
  { priceAt, nowMs }: { priceAt: (coin: string, atMs: number) => bigint; nowMs: number },
): Promise<Reference> {
  const seen = await readSeen(client, userId, mode);
  const fees = await readFees(client, userId);
  const events = walk(seen, fees, priceAt);
  const figures = (fromMs: number, toMs: number): Recomputed => {
    const endMs = Math.min(toMs, nowMs);
    const worth = (untilMs: number, atMs: number) => {
      let total = 0n;
      for (const [coin, quantity] of quantitiesBefore(seen, untilMs))
        if (quantity > 0n) total += valueAt(quantity, priceAt(coin, atMs));
      return total;
    };
    const opening = worth(fromMs, fromMs);
    const closing = worth(toMs, endMs);
    const inside = events.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    const flows = tally(inside.map(({ kind, flow }) => [kind, flow]));
    const results = tally(inside.map(({ product, result }) => [product, result]));
    const paid = tally(inside.map(({ product, fee }) => [product, fee]));
    const total = closing - opening - sum(flows);
    return { opening, closing, flows, results, fees: paid, held: total - sum(results) + sum(paid), total };
  };
  return { figures, holdings: () => holdingsOf(seen, fees, priceAt) };
}

async function readSeen(client: pg.Client, userId: bigint, mode: Mode): Promise<Seen[]> {
  const { rows } = await client.query<Row>(
    `select e.transfer::text, t.kind, t.ref, e.currency, (e.available_delta + e.frozen_delta)::text as amount, a.kind as account
       from ledger_entry e join ledger_account a on a.id = e.account join ledger_transfer t on t.id = e.transfer
      where a.owner = $1 and a.book = $2 and a.kind <> 'bonus' order by e.transfer`,
    [`user:${userId}`, mode],
  );
  const seen = new Map<string, Seen>();
  for (const { transfer, kind, ref, currency, amount } of rows) {
    const atMs = Number((BigInt(transfer) >> 22n) + ID_EPOCH_MS); // tidy: not money
    const it = seen.get(transfer) ?? { atMs, kind, ref, changes: new Map() };
    it.changes.set(currency, (it.changes.get(currency) ?? 0n) + toUnits(amount));
    seen.set(transfer, it);
  }
  return [...seen.values()];
}

async function readFees(client: pg.Client, userId: bigint): Promise<Map<string, bigint>> {
  const { rows } = await client.query<{ id: string; fee: string }>(
    `select id::text, (case when taker = $1 then taker_fee else maker_fee end)::text as fee from spot_fill where taker = $1 or maker = $1
     union all select id::text, (overnight + fee)::text from contract_settlement where user_id = $1`,
    [String(userId)],
  );
  return new Map(rows.map(({ id, fee }) => [id, toUnits(fee)]));
}

function quantitiesBefore(seen: readonly Seen[], untilMs: number): Map<string, bigint> {
  const quantities = new Map<string, bigint>();
  for (const { atMs, changes } of seen)
    if (atMs < untilMs)
      for (const [coin, change] of changes) quantities.set(coin, (quantities.get(coin) ?? 0n) + change);
  return quantities;
}

type PriceAt = (coin: string, atMs: number) => bigint;
type Event = { atMs: number; kind: string; product: string; flow: bigint; result: bigint; fee: bigint };

/** The oldest first: each piece has a quantity and a cost of the same sign. */
type Pieces = { quantity: bigint; cost: bigint }[];

const FROM_OUTSIDE = new Set([
  'deposit',
  'deposit.claim',
  'deposit.reversal',
  'withdrawal',
  'payout',
  'demo.grant',
  'demo.sweep',
]);
const FEES_ALONE = new Set(['contract.open', 'contract.overnight']);
const PRODUCT_OF: Record<string, string> = {
  'spot.fill': 'spot',
  convert: 'convert',
  'contract.open': 'contract',
  'contract.overnight': 'contract',
  'contract.close': 'contract',
  'contract.liquidation': 'contract',
  'contract.delivery': 'contract',
  'seconds.settle': 'seconds',
};

/** Products whose results are money alone: no coin is bought or sold. */
const CASH_PRODUCTS = new Set(['contract', 'seconds']);

function walk(
  seen: readonly Seen[],
  fees: ReadonlyMap<string, bigint>,
  priceAt: PriceAt,
  pieces = new Map<string, Pieces>(),
): Event[] {
  const events: Event[] = [];
  for (const { atMs, kind, ref, changes } of seen) {
    const coins = [...changes].filter(([coin, change]) => coin !== 'USDT' && change !== 0n);
    const cash = changes.get('USDT') ?? 0n;
    if (coins.length === 0 && cash === 0n) continue;
    const isFlow = FROM_OUTSIDE.has(kind);
    const given = coins.find(([, change]) => change < 0n) ?? coins[0];
    const between = given === undefined ? 0n : valueAt(given[1] < 0n ? -given[1] : given[1], priceAt(given[0], atMs));
    let value = cash;
    let realised = 0n;
    for (const [coin, change] of coins) {
      const size = change < 0n ? -change : change;
      const worth = isFlow ? valueAt(size, priceAt(coin, atMs)) : cash !== 0n ? (cash < 0n ? -cash : cash) : between;
      const signed = change < 0n ? -worth : worth;
      value += signed;
      realised += exchange(pieces, coin, { quantity: change, cost: signed });
    }
    const fee = FEES_ALONE.has(kind) ? -cash : (fees.get(ref) ?? 0n);
    const sold = coins.some(([, change]) => change < 0n);
    events.push({
      atMs,
      kind,
      product: PRODUCT_OF[kind] ?? '',
      flow: isFlow ? value : 0n,
      result: isFlow ? 0n : CASH_PRODUCTS.has(PRODUCT_OF[kind] ?? '') ? cash + fee : sold ? realised + fee : realised,
      fee,
    });
  }
  return events;
}

/** Puts a piece against the oldest of the other sign; returns what that realises. */
function exchange(pieces: Map<string, Pieces>, coin: string, incoming: { quantity: bigint; cost: bigint }): bigint {
  const own = pieces.get(coin) ?? [];
  pieces.set(coin, own);
  let { quantity, cost } = incoming;
  let realised = 0n;
  while (quantity !== 0n && own[0] !== undefined && own[0].quantity > 0n !== quantity > 0n) {
    const oldest = own[0];
    const size = (value: bigint) => (value < 0n ? -value : value);
    const isWhole = size(oldest.quantity) <= size(quantity);
    const met = isWhole ? size(oldest.quantity) : size(quantity);
    const oldCost = met === size(oldest.quantity) ? oldest.cost : (oldest.cost * met) / size(oldest.quantity);
    const newCost = met === size(quantity) ? cost : (cost * met) / size(quantity);
    realised -= oldCost + newCost;
    oldest.quantity += oldest.quantity > 0n ? -met : met;
    oldest.cost -= oldCost;
    quantity += quantity > 0n ? -met : met;
    cost -= newCost;
    if (oldest.quantity === 0n) own.shift();
  }
  if (quantity !== 0n) own.push({ quantity, cost });
  return realised;
}

function holdingsOf(seen: readonly Seen[], fees: ReadonlyMap<string, bigint>, priceAt: PriceAt) {
  const pieces = new Map<string, Pieces>();
  walk(seen, fees, priceAt, pieces);
  const held = new Map<string, { quantity: bigint; cost: bigint }>();
  for (const [coin, own] of pieces)
    held.set(coin, {
      quantity: own.reduce((all, it) => all + it.quantity, 0n),
      cost: own.reduce((all, it) => all + it.cost, 0n),
    });
  const cash = quantitiesBefore(seen, Number.MAX_SAFE_INTEGER).get('USDT') ?? 0n;
  held.set('USDT', { quantity: cash, cost: cash });
  return new Map([...held].filter(([, { quantity }]) => quantity > 0n));
}

function tally(parts: readonly (readonly [string, bigint])[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const [name, value] of parts) if (name !== '') sums[name] = (sums[name] ?? 0n) + value;
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0n));
}

const sum = (values: Record<string, bigint>): bigint => Object.values(values).reduce((all, value) => all + value, 0n);

/** Midnights in UTC at which the days of a span begin, and those of its months. */
export const midnights = (fromMs: number, toMs: number): number[] => {
  const days: number[] = [];
  for (let atMs = fromMs - (fromMs % DAY_MS); atMs < toMs; atMs += DAY_MS) days.push(atMs);
  return days;
};
