import { isDeepStrictEqual } from 'node:util';
import { expectDefined } from '@app/base';
import { MODES, type Mode } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import { type LadderClass, ladderAccount, spotSettings } from '@app/domain/spot';
import { type Amount, formatDecimal, multiplyByCount, parseDecimal, type Rate } from '@app/money';
import { listLadderReceipts, readReceipt as readReceiptRoute } from '@app/protocol/proof';
import { checkReceipt, type HouseReceipt, type ReceiptText, readReceipt } from '@app/verifier';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { changeSetting } from '../../../../test/change-setting.ts';
import { readHouseMoves, readSealedInventories } from '../../../../test/sealed-inventory.ts';
import { type HistoryRun, histories, runHistory, TRADERS } from '../../../../test/spot-history.ts';
import { findAfterBreach, findBroken, LAWS } from '../../../../test/spot-laws.ts';
import {
  aVenueTick,
  openSpotTestbed,
  type RunningTestEngine,
  type Shown,
  type SpotTestbed,
} from '../../../../test/spot-testbed.ts';
import { amount, silent } from '../../../../test/testbed.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { payCapital } from '../../ledger/index.ts';
import { proveTick, showBlocks } from '../../market/index.ts';
import { proofRoutes } from '../../proof/index.ts';

/** Histories of a landing, which the seed of each run draws; a full run makes more. */
const HISTORIES = inject('isLong') ? 8 : 6;
/** One in so many of the house's fills is verified from its receipt. The seed picks them; a full run verifies all. */
const VERIFIED_ONE_IN = inject('isLong') ? 1 : 4;
const STEPS = 110;
/** Balance of a trader on each side, valued in the quote currency: a few ladder levels. */
const HOLDS = '90000';
const TICKS = 20_000;
const LEVELS_SHOWN = 30;
const NO_FINDINGS = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };
/** Time in which a tick is processed and its sweep done; otherwise the next check finds what is missing. */
const SWEPT_AFTER_MS = 500;

let testbed: SpotTestbed;
let running: RunningTestEngine | undefined;
const stages: HistoryRun[] = [];
const tally = new Map<string, number>();

/**
 * Whether we fund the real-money ladder of a market: every second one is empty, so that its order book holds user
 * orders only.
 */
const isFunded = ({ id }: Market) => id % 2 === 0;

beforeAll(async () => {
  testbed = await openSpotTestbed();
  await testbed.engine.stop();
  for (const market of testbed.markets.slice(0, HISTORIES).filter(isFunded)) await fundRealLadder(market);
  await setLadder({ levels: 10, levelWorth: amount('20000'), stepRate: rate('0.0005') });
  running = await testbed.start();
});

const rate = (text: string) => parseDecimal<Rate>(text);

/** Sets the ladder of all markets. */
async function setLadder(settings: Partial<LadderClass>): Promise<void> {
  const [first] = spotSettings.ladderClasses.initial.classes;
  const value = { classes: [{ ...expectDefined(first, 'a class'), ...settings }] };
  await changeSetting(testbed, spotSettings.ladderClasses, value);
}

async function fundRealLadder({ id, base, quote, priceTick }: Market): Promise<void> {
  const { db } = testbed.as('migrate');
  const owner = { db, transact: transactOn(db), ledger: testbed.ledger };
  const lots = (amount('500000') * 10n ** 18n) / (priceTick * BigInt(TICKS));
  for (const [currency, much] of [
    [base, lots as Amount],
    [quote, amount('500000')],
  ] as const) {
    // biome-ignore format: a table
    const payment = { ref: `ladder:${id}:${currency}`, direction: 'in', amount: much, reason: 'a test' } as const;
    await payCapital(owner, { ...payment, account: ladderAccount(id, currency) });
  }
}

async function openRun(market: Market): Promise<HistoryRun> {
  const baseHeld = formatDecimal(multiplyByCount(market.lot, lotsWorth(market, Number(HOLDS))));
  const traders = await Promise.all(
    Array.from({ length: TRADERS }, (_, n) =>
      testbed.newTrader(MODES[n % 2] ?? 'real', { [market.base]: baseHeld, [market.quote]: HOLDS }),
    ),
  );
  return { testbed, market, ticks: TICKS, traders, tally, known: new Map() };
}

const lotsWorth = ({ priceTick, lot }: Market, worth: number) =>
  Math.round(worth / (Number(formatDecimal(priceTick)) * Number(formatDecimal(lot)) * TICKS)); // tidy: not money

describe('spot, over generated histories', () => {
  it('given users, prices and chance, when they trade in both modes, then every law holds after each history', async () => {
    const unused = testbed.markets.slice(0, HISTORIES);
    await fc.assert(
      fc.asyncProperty(histories(STEPS), async (steps) => {
        const run = await openRun(expectDefined(unused.shift(), 'a market for every history'));
        stages.push(run);
        await runHistory(run, steps);
        expect(await findBroken(testbed.root)).toEqual([]);
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
  });

  it('covers every outcome of an order', async () => {
    const seen = [...tally.keys()];
    for (const outcome of [
      'limit open',
      'limit filled',
      'ioc filled',
      'ioc remainder',
      'post open',
      'market filled',
      'quote filled',
    ])
      expect(seen).toContain(outcome);
    for (const outcome of ['cancelled', 'cancelled some', 'would_take', 'own_order_crossed', 'insufficient_balance'])
      expect(seen).toContain(outcome);
    expect(seen.some((outcome) => outcome.endsWith(' own_order'))).toBe(true);
    const { rows } = await testbed.root.query(
      `select book, count(*) filter (where taker is null)::int as house_took, count(*) filter (where maker is null)::int as house_gave,
              count(*) filter (where taker is not null and maker is not null)::int as people from spot_fill group by book`,
    );
    expect(rows).toHaveLength(MODES.length);
    for (const row of rows)
      for (const count of [row.house_took, row.house_gave, row.people]) expect(count).toBeGreaterThan(0);
  });

  it.each(Object.keys(LAWS))('given a deliberate breach, then the check reports: %s', async (name) => {
    const found = await findAfterBreach(testbed.root, expectDefined(LAWS[name], name).breach);
    expect(found.some((it) => it.startsWith(name))).toBe(true);
    expect(await findBroken(testbed.root)).toEqual([]);
  });
});

/** Fetches all receipts of a ladder from the public list. */
async function fetchLadder({ app }: Awaited<ReturnType<typeof createHttp>>, id: string): Promise<HouseReceipt[]> {
  const receipts: HouseReceipt[] = [];
  for (let page = 1; ; page++) {
    const answer = await app.inject({
      method: 'GET',
      url: `/api${listLadderReceipts.path}?id=${id}&limit=100&page=${page}`,
    });
    const { data } = answer.json<{ data: { list: HouseReceipt[]; total: number } }>();
    receipts.push(...data.list);
    if (data.list.length === 0 || receipts.length >= data.total) return receipts;
  }
}

describe('house fills', () => {
  it('are recomputed by the verifier from the receipt and sealed blocks alone', async () => {
    await testbed.seal([aVenueTick(1, '20000')]);
    const http = createHttp({ log: silent, findCaller: () => Promise.resolve(undefined) });
    proofRoutes(http, { db: testbed.db, proveTick, readBlocks: showBlocks });
    const { rows } = await testbed.root.query<{ id: string; market: number; price: string; quantity: string }>(
      `select id::text, market, trim_scale(price)::text as price, trim_scale(quantity)::text as quantity
         from spot_fill where taker is null or maker is null order by id`,
    );
    const turn = inject('seed') % VERIFIED_ONE_IN;
    const drawn = rows.filter((_, n) => n % VERIFIED_ONE_IN === turn);
    expect(drawn.length).toBeGreaterThan(20);
    let chained = 0;
    for (const { id, market, price, quantity } of drawn) {
      const answer = await http.app.inject({ method: 'GET', url: `/api${readReceiptRoute.path}?id=${id}` });
      const { data } = answer.json<{ data: ReceiptText }>();
      expect(data.body.fill).toMatchObject({ price, quantity });
      const ladder = await fetchLadder(http, id);
      expect(await checkReceipt(readReceipt({ ...data, ladder }, { id, market })), id).toEqual(NO_FINDINGS);
      chained += data.seal?.before ? 1 : 0;
    }
    expect(chained).toBeGreaterThan(0);
    await http.app.close();
  });

  it('are sealed exactly once', async () => {
    const { rows } = await testbed.root.query(
      `select (select count(*)::int from receipt) as issued, count(*)::int as sealed, count(distinct id)::int as once
         from receipt_seal, unnest(receipts) as id`,
    );
    expect(rows[0].issued).toBeGreaterThan(100);
    expect(rows[0]).toEqual({ issued: rows[0].issued, sealed: rows[0].issued, once: rows[0].issued });
  });

  it('and funds explain every change of the sealed inventory, from block to block', async () => {
    const houses = new Map<string, bigint>();
    const blocks = await readSealedInventories(testbed.root);
    const moves = Map.groupBy(await readHouseMoves(testbed.root), ({ block }) => block);
    expect(moves.size).toBeGreaterThan(30); // Blocks in which the house traded; how many there are besides depends on the time.
    for (const { block, inventory } of blocks) {
      for (const { house, amount: moved } of moves.get(block) ?? [])
        houses.set(house, (houses.get(house) ?? 0n) + moved);
      expect(inventory, `block ${block}`).toEqual(new Map([...houses].filter(([, held]) => held !== 0n).sort()));
    }
    expect(new Set([...houses.keys()].map((house) => house.split('|')[0]))).toEqual(new Set(MODES));
  });
});

describe('published market data', () => {
  it('belongs to the mode it names: no message about the real order book contains a demo order', async () => {
    const { rows } = await testbed.root.query<{ id: string; book: Mode }>(
      `select id::text, book from spot_fill union all select id::text, book from spot_order`,
    );
    const modeOf = new Map(rows.map(({ id, book }) => [id, book]));
    const shown = testbed.published.flatMap(idsIn);
    expect(new Set(shown.map(({ mode }) => mode))).toEqual(new Set(MODES));
    for (const { id, mode } of shown) expect(modeOf.get(id)).toBe(mode);
  });

  it('equals the open orders where the house has no quotes', async () => {
    for (const { market } of stages.filter((run) => !isFunded(run.market))) {
      await testbed.seal([aVenueTick(market.id, priceAt(market))]);
      const open = await readLevels(market, 'real');
      await testbed.untilShown('real', market.id, ({ depth }) => isSame(depth, open));
    }
  });

  it('given a new engine, when the same price arrives, then its order books equal the old ones', async () => {
    // The house quotes the same at every tick: every price tick has a level, of a size that does not vary.
    await setLadder({ stepRate: rate('0.000001'), varyRate: rate('0') });
    const before = await settled();
    await expectDefined(running, 'an engine').stop();
    expect(await findBroken(testbed.root)).toEqual([]);
    running = await testbed.start();
    const startedMs = Date.now();
    for (const { market } of stages) await testbed.seal([aVenueTick(market.id, priceAt(market))]);
    for (const [name, { depth, trades }] of before) {
      const [mode, market] = name.split(':') as [Mode, string];
      const isNew = (shown: Shown) => shown.depth.at > startedMs && isSame(shown.depth, depth);
      const shown = await testbed.untilShown(mode, Number(market), isNew);
      expect(shown.trades).toEqual(trades);
    }
  });
});

const priceAt = ({ priceTick }: Market) => formatDecimal(multiplyByCount(priceTick, TICKS));
const isSame = (a: Levels, b: Levels) => isDeepStrictEqual([a.bids, a.asks], [b.bids, b.asks]);
type Levels = Pick<Shown['depth'], 'bids' | 'asks'>;
const NOTHING_SHOWN: Levels = { bids: [['0', '0']], asks: [] };

/** Returns every order and trade in a message, with the mode its subject names. */
function idsIn({ subject, message }: SpotTestbed['published'][number]): { id: string; mode: Mode }[] {
  const [kind, first, second] = subject.split('.');
  const mode = (kind === 'book' ? first : second) as Mode; // book.<book>.<market>, push.<user>.<book>
  const { trades = [], data } = message as Partial<Shown> & { data?: { orders?: { id: string }[] } }; // Sent by the engine.
  return [...trades, ...(data?.orders ?? [])].map(({ id }) => ({ id, mode }));
}

/**
 * Returns the published order books once the house has filled every order it crosses at the initial price, and the next
 * tick has changed nothing.
 */
async function settled(): Promise<ReadonlyMap<string, Shown>> {
  let last: ReadonlyMap<string, Shown> = new Map();
  for (let fills = -1; ; ) {
    const before = fills;
    for (const { market } of stages) await testbed.seal([aVenueTick(market.id, priceAt(market))]);
    const shown = await readShown(Date.now() + SWEPT_AFTER_MS);
    const { rows } = await testbed.root.query<{ n: number }>(`select count(*)::int as n from spot_fill`);
    fills = rows[0]?.n ?? 0;
    const isStill = [...shown].every(([name, { depth }]) => isSame(depth, last.get(name)?.depth ?? NOTHING_SHOWN));
    if (fills === before && isStill) return shown;
    last = shown;
  }
}

async function readShown(afterMs: number): Promise<ReadonlyMap<string, Shown>> {
  const shown = new Map<string, Shown>();
  for (const { market } of stages)
    for (const mode of MODES)
      shown.set(`${mode}:${market.id}`, await testbed.untilShown(mode, market.id, ({ depth }) => depth.at > afterMs));
  return shown;
}

async function readLevels({ id }: Market, mode: Mode): Promise<Levels> {
  const { rows } = await testbed.root.query<{ side: string; price: string; open: string }>(
    `select side, trim_scale(price)::text as price, trim_scale(sum(quantity - filled))::text as open
       from spot_order where status = 'open' and book = $1 and market = $2 group by side, spot_order.price order by spot_order.price`,
    [mode, id],
  );
  const levels = (side: string) =>
    rows.filter((row) => row.side === side).map(({ price, open }) => [price, open] as const);
  return { bids: levels('buy').reverse().slice(0, LEVELS_SHOWN), asks: levels('sell').slice(0, LEVELS_SHOWN) };
}
