import { firstIdAt } from '@app/base';
import type { Mode, TransferKind } from '@app/domain/ledger';
import { type Amount, formatDecimal } from '@app/money';
import type pg from 'pg';

export const DAY_MS = 86_400_000;
export const COINS = ['BTC', 'ETH', 'SOL'] as const;

/** Index price of a coin at a time; the only prices of the proof. */
export type Tick = { readonly coin: string; readonly atMs: number; readonly price: bigint };

/** One entry of a transfer: who, which account, which coin, and the change in units of the last place. */
export type GeneratedEntry = {
  readonly owner: string;
  readonly kind: string;
  readonly currency: string;
  readonly available: bigint;
  readonly frozen: bigint;
};

export type GeneratedTransfer = {
  readonly id: bigint;
  readonly kind: TransferKind;
  readonly ref: string;
  readonly mode: Mode;
  readonly entries: readonly GeneratedEntry[];
  readonly fill?: GeneratedFill;
  readonly settlement?: GeneratedSettlement;
};

/** What the end of a contract states: the ledger knows only the sum of result and fees. */
type GeneratedSettlement = {
  readonly user: bigint;
  readonly result: bigint;
  readonly fee: bigint;
};

/** What the fill itself states; the ledger only knows the sum of both fees. */
export type GeneratedFill = {
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly taker: bigint;
  readonly maker: bigint | null;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
};

type Random = (end: number) => number;

/** Span of the histories: three months back, across their ends, until a few seconds ago. */
export const spanOf = (nowMs: number) => ({ fromMs: nowMs - 95 * DAY_MS, toMs: nowMs - 5_000 });

/** Generates irregular ticks; simple enough to be searched by hand. */
export function generateTicks({ fromMs, toMs }: { fromMs: number; toMs: number }, random: Random): Tick[] {
  return COINS.flatMap((coin, index) => {
    const ticks: Tick[] = [];
    let price = [60_000, 3_000, 150][index] ?? 1;
    for (let atMs = fromMs - DAY_MS; atMs < toMs; atMs += 60_000 * (5 + random(25)) + random(60_000)) {
      price *= 1 + (random(2_001) - 1_000) / 200_000;
      ticks.push({ coin, atMs, price: BigInt(Math.round(price * 1e6)) * 10n ** 12n });
    }
    return ticks;
  });
}

/** Times of transfers: many within a second of a midnight, where days and months are decided. */
export function pickTime({ fromMs, toMs }: { fromMs: number; toMs: number }, random: Random): number {
  const atMs = fromMs + random(toMs - fromMs);
  if (random(3) > 0) return atMs;
  const midnightMs = atMs - (atMs % DAY_MS) + DAY_MS;
  return Math.min(midnightMs + random(2_000) - 1_000, toMs);
}

const LATEST_FIRST_COUNTER = 4_096;

/** Makes distinct ids of any time, in the order of their making within a millisecond. */
export function idsAt(): (atMs: number) => bigint {
  let made = 0;
  return (atMs) => {
    made += 1;
    return firstIdAt(atMs) + BigInt(made % (1_000 * LATEST_FIRST_COUNTER));
  };
}

const unitsText = (units: bigint): string => formatDecimal(units as Amount);

/** Creates the weekly partitions of the past, as a platform that has run since then has them. */
export async function createPastPartitions(client: pg.Client, fromMs: number): Promise<void> {
  await client.query(
    `do $$
     declare plan partition_plan; day timestamptz; until timestamptz; name text;
     begin
       for plan in select * from partition_plan where key_type = 'id' and parent in ('ledger_entry', 'spot_fill', 'spot_order', 'contract_settlement') loop
         day := timestamptz '2025-01-01 00:00Z' + make_interval(days => plan.days_each *
           (extract(epoch from to_timestamp(${fromMs / 1_000}) - timestamptz '2025-01-01 00:00Z')::bigint / 86400 / plan.days_each)::int);
         while day < clock_timestamp() loop
           until := day + make_interval(days => plan.days_each);
           name := plan.parent || '_' || to_char(day at time zone 'UTC', 'YYYYMMDD');
           if to_regclass(name) is null then
             execute format('create table %I partition of %I for values from (%L) to (%L)', name, plan.parent, id_floor(day), id_floor(until));
           end if;
           day := until;
         end loop;
       end loop;
     end $$`,
  );
}

/** Stores the bars that the candle keeper would have made of the ticks. Bars of a minute exist for the last 60 days only. */
export async function storeCandles(client: pg.Client, ticks: readonly Tick[], minutesFromMs: number): Promise<void> {
  await client.query('create temporary table tick (coin text, at timestamptz, price numeric)');
  await client.query(
    `insert into tick select r.coin, to_timestamp(r.at / 1000.0), r.price
       from jsonb_to_recordset($1::jsonb) as r (coin text, at numeric, price numeric)`,
    [JSON.stringify(ticks.map(({ coin, atMs, price }) => ({ coin, at: atMs, price: unitsText(price) })))],
  );
  for (const [
    period,
    length,
    fromMs,
  ] of [[0, '1 minute', minutesFromMs], [2, '15 minutes', 0], [6, '1 day', 0]] as const) // biome-ignore format: a table
    await client.query(
      `insert into candle (market, period, start_at, open, high, low, close, volume, is_simulated)
       select m.id, $1, date_bin($2::interval, t.at, timestamptz '2025-01-01 00:00Z'), (array_agg(t.price order by t.at))[1], max(t.price),
              min(t.price), (array_agg(t.price order by t.at desc))[1], 1, false
         from tick t join market m on m.symbol = t.coin || '/USDT'
        where t.at >= to_timestamp($3::numeric / 1000) group by 1, 3`,
      [period, length, String(fromMs - (fromMs % 60_000))],
    );
}

/** Gives the platform more of each coin than all conversions pay out. */
export const fundInventory = (id: bigint): GeneratedTransfer[] =>
  (['real', 'demo'] as const).map((mode, index) => ({
    id: id + BigInt(index),
    kind: 'convert.funding',
    ref: `proof:${mode}`,
    mode,
    entries: ['USDT', ...COINS].flatMap((currency) => [
      { owner: 'world:proof', kind: 'external', currency, available: -(10n ** 27n), frozen: 0n },
      { owner: 'house:convert', kind: 'inventory', currency, available: 10n ** 27n, frozen: 0n },
    ]),
  }));

/** Lets role app post every kind that is generated, as only this proof may: it writes histories of all processes. */
export async function allowAll(client: pg.Client): Promise<void> {
  await client.query(
    `insert into ledger_right
     select 'app', kind, book, account, change, false
       from (select distinct transfer_kind as kind from ledger_right) k, unnest('{real,demo}'::text[]) as book,
            (select kind as account from ledger_account_kind) a,
            unnest('{pay,receive,hold,release,pay_held}'::text[]) as change
      where change in ('pay', 'receive') and kind not like 'capital.%' and kind not in ('contract.hold', 'contract.release', 'contract.margin_added', 'contract.margin_removed', 'seconds.hold', 'seconds.refund', 'withdrawal.hold', 'withdrawal.return', 'payout.hold', 'payout.return')
         or kind in ('spot.' || change, 'contract.' || change, 'seconds.' || change)
         or (kind, change) in (('contract.margin_added', 'hold'), ('contract.margin_removed', 'release'), ('contract.overnight', 'pay_held'),
                            ('withdrawal.hold', 'hold'), ('withdrawal.return', 'release'), ('withdrawal', 'pay_held'),
                            ('payout.hold', 'hold'), ('payout.return', 'release'), ('payout', 'pay_held'),
                            ('seconds.refund', 'release'), ('seconds.settle', 'release'), ('seconds.settle', 'pay_held'))
     on conflict do nothing`,
  );
}

/** Writes transfers with their entries and fills, in the tables and through the triggers of the platform. */
export async function storeTransfers(client: pg.Client, transfers: readonly GeneratedTransfer[]): Promise<void> {
  await client.query('set session authorization app');
  const accounts = new Map<string, { owner: string; kind: string; currency: string; book: Mode }>();
  for (const { mode, entries } of transfers)
    for (const { owner, kind, currency } of entries)
      accounts.set(`${owner} ${kind} ${currency} ${mode}`, { owner, kind, currency, book: mode });
  const opened = [...accounts.values()];
  await client.query('select ledger_open($1, $2, $3, $4)', [
    opened.map(({ owner }) => owner),
    opened.map(({ kind }) => kind),
    opened.map(({ currency }) => currency),
    opened.map(({ book }) => book),
  ]);
  for (let from = 0; from < transfers.length; from += 2_000) {
    const part = transfers.slice(from, from + 2_000);
    await client.query('begin');
    await client.query(
      `insert into ledger_transfer (id, kind, ref, book, digest)
       select id, kind, ref, book, '\\x00112233445566778899aabbccddeeff'
         from jsonb_to_recordset($1::jsonb) as r (id bigint, kind text, ref text, book text)`,
      [JSON.stringify(part.map(({ id, kind, ref, mode }) => ({ id: String(id), kind, ref, book: mode })))],
    );
    const entries = part.flatMap(({ id, mode, entries: lines }) =>
      lines.map((line) => ({
        ...line,
        id: String(id),
        book: mode,
        available: unitsText(line.available),
        frozen: unitsText(line.frozen),
      })),
    );
    await client.query(
      `insert into ledger_entry (transfer, account, currency, available_delta, frozen_delta)
       select r.id, a.id, a.currency, r.available, r.frozen
         from jsonb_to_recordset($1::jsonb) as r (id bigint, owner text, kind text, currency text, book text, available numeric, frozen numeric)
         join ledger_account a using (owner, kind, currency, book)`,
      [JSON.stringify(entries)],
    );
    await client.query('commit');
  }
  await client.query('reset session authorization');
  await storeFills(client, transfers);
  await storeSettlements(client, transfers);
}

/** A settlement of any position: its figures need only add up. */
async function storeSettlements(client: pg.Client, transfers: readonly GeneratedTransfer[]): Promise<void> {
  const rows = transfers.flatMap(({ ref, mode, settlement }) =>
    settlement === undefined
      ? []
      : [
          {
            id: ref,
            book: mode,
            user_id: String(settlement.user),
            result: unitsText(settlement.result),
            fee: unitsText(settlement.fee),
          },
        ],
  );
  await client.query(
    `insert into contract_settlement (id, position, user_id, book, market, side, cause, lots, entry, price, margin, result, overnight,
       overnight_returned, fee, liquidation_fee, returned, shortfall, by_insurance, by_capital, tick_seq, block, at)
     select id, id, user_id, book, 1, 'long', 'user', 1, 1, 1, abs(result) + fee, result, fee / 2, 0, fee - fee / 2, 0,
            abs(result) + result, 0, 0, 0, 1, 1, now()
       from jsonb_to_recordset($1::jsonb) as r (id bigint, book text, user_id bigint, result numeric, fee numeric)`,
    [JSON.stringify(rows)],
  );
}

async function storeFills(client: pg.Client, transfers: readonly GeneratedTransfer[]): Promise<void> {
  const fills = transfers.flatMap(({ ref, mode, fill }) =>
    fill === undefined
      ? []
      : [
          {
            id: ref,
            book: mode,
            symbol: `${fill.coin}/USDT`,
            side: fill.side,
            quantity: unitsText(fill.quantity),
            taker: String(fill.taker),
            maker: fill.maker === null ? null : String(fill.maker),
            taker_fee: unitsText(fill.takerFee),
            maker_fee: unitsText(fill.makerFee),
          },
        ],
  );
  await client.query(
    `insert into spot_fill (id, book, market, side, price, quantity, taker_order, maker_order, taker, maker, taker_fee, maker_fee, at)
     select r.id, r.book, m.id, r.side, 1, r.quantity, 1, case when r.maker is not null then 2 end, r.taker, r.maker, r.taker_fee, r.maker_fee, now()
       from jsonb_to_recordset($1::jsonb) as r (id bigint, book text, symbol text, side text, quantity numeric, taker bigint, maker bigint,
              taker_fee numeric, maker_fee numeric) join market m using (symbol)`,
    [JSON.stringify(fills)],
  );
}
