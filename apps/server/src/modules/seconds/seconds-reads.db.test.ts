import { type KyselyPlugin, type RawNode, RawNode as rawNode } from 'kysely';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTERED, insertBet, insertEndedBet } from '../../../test/seconds-rows.ts';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { readMarkets } from '../market/index.ts';
import { createSettings } from '../reference/index.ts';
import { type BetMarkets, createBetMarkets } from './bet-markets.ts';
import { listBets, readBet } from './list-bets.ts';
import { readSecondsDay, readSecondsStats } from './read-stats.ts';
import { readSecondsTerms, readStakeCurrencies } from './read-terms.ts';
import * as store from './seconds.store.ts';
import * as stats from './stats.store.ts';

let testbed: Testbed;
let root: pg.Client;
let markets: BetMarkets;
let board: { markets: () => Awaited<ReturnType<typeof readMarkets>> };

beforeAll(async () => {
  testbed = await openTestbed('app');
  root = await testbed.bare('postgres');
  const listed = await readMarkets(testbed.db);
  board = { markets: () => listed };
  markets = createBetMarkets(testbed.db, board);
});

let users = 100n;
const newUser = () => ({ userId: ++users, mode: 'real' as const });
const NO_FILTER = {
  isOpen: undefined,
  market: undefined,
  symbol: undefined,
  side: undefined,
  outcome: undefined,
  from: undefined,
  to: undefined,
};
const FIRST = { ...NO_FILTER, page: 1, limit: 10 };

async function add(userId: bigint, columns: object = {}): Promise<bigint> {
  const id = testbed.nextId();
  await insertBet(root, { id, user_id: userId, ...columns });
  return id;
}
async function addEnded(userId: bigint, outcome: string, columns: object = {}) {
  const id = testbed.nextId();
  const settlement = await insertEndedBet(root, {
    id,
    user_id: userId,
    outcome,
    settlement: testbed.nextId(),
    ...columns,
  });
  return { id, settlement };
}

const deps = () => ({ db: testbed.db, markets });
const idsOf = ({ list }: { readonly list: readonly { readonly id: bigint }[] }) => list.map(({ id }) => id);

describe('bets', () => {
  it('are listed by their owner and mode, newest first, open and ended, by keyset', async () => {
    const me = newUser();
    const { id: won, settlement } = await addEnded(me.userId, 'profit');
    const { id: cancelled } = await addEnded(me.userId, 'cancelled');
    const waiting = await add(me.userId);
    const running = await add(me.userId, ENTERED);
    await add(me.userId, { book: 'demo' });
    await add(newUser().userId);
    const all = await listBets(deps(), me, FIRST);
    expect([idsOf(all), all.total, all.next]).toEqual([[running, waiting, cancelled, won], 4, null]);
    expect(idsOf(await listBets(deps(), me, { ...FIRST, isOpen: true }))).toEqual([running, waiting]);
    expect(idsOf(await listBets(deps(), me, { ...FIRST, isOpen: false }))).toEqual([cancelled, won]);
    const page = await listBets(deps(), me, { ...FIRST, limit: 3 });
    const rest = await listBets(deps(), me, { ...FIRST, limit: 3, before: page.next ?? 0n });
    expect([idsOf(page), idsOf(rest), rest.total]).toEqual([[running, waiting, cancelled], [won], null]);
    expect(all.list[3]).toMatchObject({
      symbol: 'BTC/USDT',
      match_id: 1,
      type: 1,
      number: amount('100'),
      currency_name: 'USDT',
      status: 2,
      result: 'profit',
      entry_price: amount('60000'),
      exit_price: amount('61000'),
      returned: amount('185'),
      receipt: settlement,
    });
    expect(all.list[2]).toMatchObject({ status: 3, result: null, returned: amount('100'), entry_price: null });
    expect(all.list[0]).toMatchObject({ status: 1, result: null, returned: null, receipt: null, ended: null });
  });

  it('are filtered by market, side, result and the time of acceptance, also behind a page', async () => {
    const me = newUser();
    const { id: won } = await addEnded(me.userId, 'profit');
    const { id: lost } = await addEnded(me.userId, 'loss');
    const { id: none } = await addEnded(me.userId, 'void', { market: 2 });
    const down = await add(me.userId, { side: 'down' });
    const found = async (filter: object) => idsOf(await listBets(deps(), me, { ...FIRST, ...filter }));
    expect(await found({ market: 1 })).toEqual([down, lost, won]);
    expect(await found({ symbol: 'ETH/USDT' })).toEqual([none]);
    expect(await found({ symbol: 'BTC/USDT', market: 2 })).toEqual([]);
    expect(await found({ symbol: 'NO/SUCH' })).toEqual([]);
    expect(await found({ side: 'down' })).toEqual([down]);
    expect(await found({ outcome: 'profit' })).toEqual([won]);
    expect(await found({ outcome: 'void', isOpen: false })).toEqual([none]);
    expect(await found({ outcome: 'void', isOpen: true })).toEqual([]);
    expect(await found({ outcome: 'loss', before: lost })).toEqual([]);
    expect(await found({ outcome: 'loss', market: 2 })).toEqual([]);
  });

  it('of a time are those accepted in it', async () => {
    const me = newUser();
    const nowMs = Date.now();
    const at = (ms: number) => add(me.userId, { accepted_ms: nowMs + ms });
    await at(0);
    const second = await at(1_000);
    const third = await at(2_000);
    const found = async (filter: object) => idsOf(await listBets(deps(), me, { ...FIRST, ...filter }));
    expect(await found({ from: nowMs + 1_000 })).toEqual([third, second]);
    expect(await found({ from: nowMs + 1_000, to: nowMs + 2_000 })).toEqual([second]);
    expect(await found({ to: nowMs })).toEqual([]);
  });

  it('given another user or mode, then one is not found, like one that never existed', async () => {
    const me = newUser();
    const id = await add(me.userId);
    expect(await readBet(deps(), me, id)).toMatchObject({ id, status: 0 });
    for (const [caller, wanted] of [
      [newUser(), id],
      [{ ...me, mode: 'demo' as const }, id],
      [me, id + 1n],
    ] as const)
      await expect(readBet(deps(), caller, wanted)).rejects.toThrow('not_found');
  });
});

describe('the terms', () => {
  const settings = () => createSettings(testbed.db);

  it('show the payout table with its odds, the caps of the mode and the markets', async () => {
    const terms = await readSecondsTerms({ settings: settings(), markets }, { mode: 'real', country: 'DE' });
    expect(terms).toMatchObject({ version: 0, entry_delay_ms: 1_000, cancel_lead_ms: 1_000, void_after_ms: 10_000 });
    expect(terms).toMatchObject({ fresh_ms: 2_000, is_open: false });
    expect(terms.list.map(({ seconds }) => seconds)).toEqual([30, 60, 120, 180, 300]);
    expect(terms.list[0]).toMatchObject({
      rate: amount('0.85'),
      break_even: amount('0.540540540540540541'),
      cost_rate: amount('0.075'),
    });
    expect(terms.caps).toMatchObject([{ currency_name: 'USDT', stake_max: amount('500') }]);
    const demo = await readSecondsTerms({ settings: settings(), markets }, { mode: 'demo', country: undefined });
    expect(demo.caps).toMatchObject([{ stake_max: amount('5000') }]);
    expect(terms.markets.find(({ symbol }) => symbol === 'BTC/USDT')).toEqual({
      match_id: 1,
      symbol: 'BTC/USDT',
      is_open: true,
    });
    expect(terms.markets.length).toBe(board.markets().filter(({ products }) => products.includes('seconds')).length);
  });

  it('given a switch open except for a country, then they say where it may be used', async () => {
    await root.query(
      `insert into setting (key, version, value, set_by, approved_by, reason)
       values ('product.seconds', 1, '{"open": true, "except": ["FR"]}', 'test', '{test}', 'test')`,
    );
    const openness = async (country: string | undefined) => {
      const terms = await readSecondsTerms({ settings: settings(), markets }, { mode: 'real', country });
      return [terms.is_open, terms.refusal];
    };
    expect(await openness('DE')).toEqual([true, null]);
    expect(await openness('FR')).toEqual([false, 'feature_unavailable']);
    expect(await openness(undefined)).toEqual([true, 'country_required']);
  });

  it('list the currencies of stakes with the caller’s balance', async () => {
    const me = newUser();
    const read = () =>
      readStakeCurrencies({ db: testbed.db, ledger: testbed.ledger, settings: settings(), markets }, me);
    expect((await read()).list).toMatchObject([
      { currency_name: 'USDT', available: amount('0'), frozen: amount('0'), stake_min: amount('5') },
    ]);
    await testbed.fund(me.userId, 'seconds', 'USDT', '250');
    expect((await read()).list).toMatchObject([{ available: amount('250') }]);
  });
});

describe('public statistics', () => {
  const addDay = (market: number, profits: number, ago: number) =>
    root.query(
      `insert into seconds_day (book, market, day, currency, profits, losses, flats, voids, cancels, stakes, returned,
                                first_place, last_place, root)
       values ('demo', $1, (now() at time zone 'UTC')::date - $3::int, 'USDT', $2, 3, 1, 4, 5, 600, 470, 1, 15, 'ef')`,
      [market, profits, ago],
    );

  it('have each market’s last days of a mode, newest first', async () => {
    await addDay(2, 7, 0);
    for (const ago of [7, 6, 1, 0]) await addDay(1, 2, ago);
    const shown = await readSecondsStats({ db: testbed.db, board }, { mode: 'demo', days: 7 });
    expect(shown.list.map(({ symbol, profits }) => [symbol, profits])).toEqual([
      ['BTC/USDT', 2],
      ['ETH/USDT', 7],
      ['BTC/USDT', 2],
      ['BTC/USDT', 2],
    ]);
    expect(shown.list[0]).toMatchObject({
      match_id: 1,
      currency_name: 'USDT',
      losses: 3,
      flats: 1,
      voids: 4,
      cancels: 5,
      stakes: amount('600'),
      returned: amount('470'),
      first_place: 1,
      last_place: 15,
      root: 'ef',
    });
    expect((await readSecondsStats({ db: testbed.db, board }, { mode: 'real', days: 31 })).list).toEqual([]);
  });

  it('show receipts by their place, and refuse a market that is none', async () => {
    const engine = await testbed.bare('engine');
    const places: number[] = [];
    for (const outcome of ['profit', 'void', 'loss']) {
      const { settlement } = await addEnded(newUser().userId, outcome, { book: 'demo', market: 3 });
      await engine.query(`insert into receipt (id, kind, block, body) values ($1, 'seconds.settlement', 1, $2)`, [
        settlement,
        { outcome },
      ]);
      const { rows } = await root.query(`select chain_place from seconds_settlement where id = $1`, [settlement]);
      places.push(Number(rows[0].chain_place));
    }
    const read = (after: number, limit: number) =>
      readSecondsDay({ db: testbed.db, board }, { mode: 'demo', market: 3, after, limit });
    const { list } = await read(0, 500);
    expect(list.map(({ place, body }) => [place, body])).toEqual(
      ['profit', 'void', 'loss'].map((outcome, at) => [places[at], { outcome }]),
    );
    expect((await read(places[0] ?? 0, 1)).list).toMatchObject([{ place: places[1] }]);
    expect(
      (await readSecondsDay({ db: testbed.db, board }, { mode: 'real', market: 3, after: 0, limit: 9 })).list,
    ).toEqual([]);
    await expect(
      readSecondsDay({ db: testbed.db, board }, { mode: 'demo', market: 999_999, after: 0, limit: 9 }),
    ).rejects.toThrow('not_found');
  });
});

describe('plans of reads, with many users', () => {
  beforeAll(async () => {
    const { id } = await addEnded(1n, 'profit');
    await root.query(
      `insert into seconds_bet
       select copy.*
         from (select * from seconds_bet where id = ${id}) b, generate_series(1, 5000) n,
              jsonb_populate_record(null::seconds_bet, to_jsonb(b)
                || jsonb_build_object('id', b.id + n, 'user_id', 1000000 + n % 500, 'key', gen_random_uuid())) copy`,
    );
    await root.query(
      `insert into seconds_settlement
       select copy.*
         from (select * from seconds_settlement where bet = ${id}) s, generate_series(1, 5000) n,
              jsonb_populate_record(null::seconds_settlement, to_jsonb(s)
                || jsonb_build_object('bet', s.bet + n, 'id', s.id + 10000 + n, 'user_id', 1000000 + n % 500,
                                      'chain_place', 100000 + n)) copy`,
    );
    await root.query('analyze seconds_bet');
    await root.query('analyze seconds_settlement');
  });

  /** Explains statements instead of running them. */
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const { sqlFragments, parameters } = node as RawNode; // All reads are raw SQL.
      const [first = '', ...rest] = sqlFragments;
      return rawNode.create([`explain (format json) ${first}`, ...rest], parameters);
    },
    transformResult: async ({ result }) => result,
  };
  const one = { userId: 1_000_007n, mode: 'real' as const };
  const PAGE = { page: 1, limit: 5 };
  const select = (filter: store.BetFilter) => store.selectBets(testbed.db.withPlugin(explaining), one, filter, PAGE);

  it.each<[string, () => Promise<{ rows: readonly object[] } | readonly object[]>, string]>([
    ['open bets', () => select({ isOpen: true }), '"seconds_bet_\\d+_user_id_id_idx'],
    ['all bets', () => select({}), '"seconds_bet_\\d+_user_id_book_id_idx'],
    ['ended bets', () => select({ isOpen: false, market: 2 }), '"seconds_bet_\\d+_user_id_book_id_idx'],
    ['bets of an outcome', () => select({ outcome: 'loss' }), '"seconds_settlement_\\d+_user_id_book_bet_idx'],
    [
      'places of a chain',
      () => stats.readPlaces(testbed.db.withPlugin(explaining), 'real', { market: 1, after: 101_000, limit: 500 }),
      '"seconds_settlement_\\d+_book_market_chain_place_idx',
    ],
    [
      'days',
      () => stats.readDays(testbed.db.withPlugin(explaining), 'demo', { markets: [1, 2], days: 7 }),
      '"seconds_day_pkey"',
    ],
  ])('%s are found by their index', async (_name, read, index) => {
    const found = await read();
    const plans = JSON.stringify('rows' in found ? found.rows : found);
    const { rows } = await root.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from seconds_bet where user_id > 1000000
       union select distinct tableoid::regclass::text from seconds_settlement where user_id > 1000000`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(plans).toMatch(new RegExp(index));
    for (const { name } of rows) expect(plans).not.toMatch(new RegExp(`"Seq Scan"[^{}]*"Relation Name":"${name}"`));
  });
});
