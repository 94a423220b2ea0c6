import { uuidV7 } from '@app/base';
import { type KyselyPlugin, type RawNode, RawNode as rawNode } from 'kysely';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLOSED, insertCharge, insertPosition, insertSettlement, PENDING } from '../../../test/contract-rows.ts';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { readMarkets } from '../market/index.ts';
import { createSettings } from '../reference/index.ts';
import * as store from './contract.store.ts';
import { type ContractMarkets, createContractMarkets } from './contract-markets.ts';
import { findPlacedDeal, listCharges, listDeals, listEndedDeals, readDeal } from './list-deals.ts';
import { readContract, readContractRules } from './read-rules.ts';

let testbed: Testbed;
let engine: pg.Client;
let markets: ContractMarkets;
let deps: Parameters<typeof readContract>[0];

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
  const listed = await readMarkets(testbed.db);
  markets = createContractMarkets(testbed.db, { markets: () => listed });
  const board = { quoteOf: () => undefined };
  deps = { db: testbed.db, ledger: testbed.ledger, settings: createSettings(testbed.db), board, markets };
});

let users = 100n;
const newUser = () => ({ userId: ++users, mode: 'real' as const });
const FIRST = { page: 1, limit: 10 };

async function add(userId: bigint, columns: object = {}): Promise<bigint> {
  const id = testbed.nextId();
  await insertPosition(engine, { id, user_id: userId, ...columns });
  return id;
}

const idsOf = ({ list }: { readonly list: readonly { readonly id: bigint }[] }) => list.map(({ id }) => id);

describe('live deals', () => {
  it('lists those of the caller and mode, newest first, and by status', async () => {
    const me = newUser();
    const open = await add(me.userId);
    const pending = await add(me.userId, PENDING);
    await add(me.userId, CLOSED);
    await add(me.userId, { book: 'demo' });
    await add(newUser().userId);
    expect(idsOf(await listDeals(deps, me, FIRST))).toEqual([pending, open]);
    expect(idsOf(await listDeals(deps, me, { ...FIRST, status: 0 }))).toEqual([pending]);
    expect(idsOf(await listDeals(deps, me, { ...FIRST, status: 2 }))).toEqual([]);
    const { list } = await listDeals(deps, me, { ...FIRST, status: 1 });
    expect(list).toMatchObject([
      { id: open, symbol: 'BTC/USDT', type: 'buy', series: 'perp', share: amount('10'), lot: amount('0.001') },
    ]);
  });

  it('a market shows its rules, the account and only what is open in it', async () => {
    const me = newUser();
    const here = await add(me.userId);
    await add(me.userId, { market: 2 });
    await testbed.fund(me.userId, 'contract', 'USDT', '250');
    const contract = await readContract(deps, { ...me, country: 'DE' }, { baseId: 1n, quoteId: 3n });
    expect(contract).toMatchObject({
      symbol: 'BTC/USDT',
      leverage_max: 100,
      leverage_max_now: 100,
      quote: null,
      phase: 'reopening',
    });
    expect(contract.account).toEqual({ currency: 'USDT', available: amount('250'), frozen: amount('0') });
    expect(idsOf(contract)).toEqual([here]);
    const unknown = readContract(deps, { ...me, country: 'DE' }, { baseId: 1n, quoteId: 1n });
    await expect(unknown).rejects.toThrow('not_found');
  });

  it('rules list every market with a contract, its lot and its series', async () => {
    const { list, terms } = await readContractRules(deps, { mode: 'real', country: undefined });
    const listed = (await readMarkets(testbed.db)).filter(({ products }) => products.includes('contract'));
    expect(list.map(({ symbol }) => symbol)).toEqual(listed.map(({ symbol }) => symbol));
    expect(terms).toMatchObject({ version: 0, maintenance_tiers: [{ above: 0n }, {}, {}, {}] });
    expect(list.find(({ symbol }) => symbol === 'BTC/USDT')?.series.length).toBeGreaterThan(2);
  });
});

describe('ended deals', () => {
  it('are read by keyset, each once, with their settlements', async () => {
    const me = newUser();
    const ids: bigint[] = [];
    for (let made = 0; made < 5; made++) ids.unshift(await add(me.userId, CLOSED));
    await add(me.userId);
    const [newest = 0n] = ids;
    const settled = testbed.nextId();
    await insertSettlement(engine, { id: settled, position: newest, user_id: me.userId });
    const first = await listEndedDeals(deps, me, { page: 1, limit: 2 });
    const second = await listEndedDeals(deps, me, { page: 1, limit: 3, before: first.next ?? 0n });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect([first.total, second.total, second.next]).toEqual([5, null, null]);
    expect(first.list[0]?.settlements).toMatchObject([
      { id: settled, result: amount('10'), returned: amount('69.756') },
    ]);
    expect(first.list[1]?.settlements).toEqual([]);
  });

  it('are filtered by market, side, outcome, cause and the time of their end, also behind a page', async () => {
    const me = newUser();
    const endedAt = (day: string) => ({ ...CLOSED, closed_at: new Date(`${day}T12:00:00Z`) });
    const stopped = await add(me.userId, { ...endedAt('2026-11-15'), cause: 'stop' });
    const short = await add(me.userId, { ...endedAt('2026-11-16'), side: 'short' });
    const other = await add(me.userId, { ...endedAt('2026-11-17'), market: 2 });
    const cancelled = await add(me.userId, {
      ...endedAt('2026-11-18'),
      status: 'cancelled',
      entry: null,
      opened_at: null,
    });
    const found = async (filter: Partial<Parameters<typeof listEndedDeals>[2]>) =>
      idsOf(await listEndedDeals(deps, me, { ...FIRST, ...filter }));
    expect(await found({})).toEqual([cancelled, other, short, stopped]);
    expect(await found({ currency_name: 'BTC/USDT' })).toEqual([cancelled, short, stopped]);
    expect(await found({ currency_name: 'NO/SUCH' })).toEqual([]);
    expect(await found({ type: 'sell' })).toEqual([short]);
    expect(await found({ type: 'buy', before: cancelled })).toEqual([other, stopped]);
    expect(await found({ status: 4 })).toEqual([cancelled]);
    expect(await found({ status: 3, cause: 'user' })).toEqual([other, short]);
    expect(await found({ cause: 'stop' })).toEqual([stopped]);
    const days = { from: Date.parse('2026-11-16T12:00:00Z'), to: Date.parse('2026-11-18T12:00:00Z') };
    expect(await found(days)).toEqual([other, short]);
  });
});

describe('one deal', () => {
  it('is read by its owner, live or ended, with its settlements', async () => {
    const me = newUser();
    const open = await add(me.userId);
    const ended = await add(me.userId, CLOSED);
    const settled = testbed.nextId();
    await insertSettlement(engine, {
      id: settled,
      position: open,
      user_id: me.userId,
      lots: '4',
      cause: 'liquidation',
    });
    expect(await readDeal(deps, me, open)).toMatchObject({
      id: open,
      status: 1,
      settlements: [{ id: settled, cause: 'liquidation', margin: amount('60') }],
    });
    expect(await readDeal(deps, me, ended)).toMatchObject({ id: ended, status: 3, settlements: [] });
  });

  it('given another user or mode, then it is the same refusal as for one that never existed', async () => {
    const me = newUser();
    const id = await add(me.userId);
    for (const [caller, wanted] of [
      [newUser(), id],
      [{ ...me, mode: 'demo' as const }, id],
      [me, id + 1n],
    ] as const)
      await expect(readDeal(deps, caller, wanted)).rejects.toThrow('not_found');
  });
});

describe('an order whose response was lost', () => {
  const HOUR = 3_600_000;
  const keyOf = (ms: number) => uuidV7(ms, crypto.getRandomValues(new Uint8Array(10)));

  it.each([
    ['now', 0],
    ['the day before', -23.9 * HOUR],
    ['a clock ten minutes ahead', HOUR / 6],
  ])(
    'given a key of %s, when it is looked up, then its owner finds it in its mode, and nobody else',
    async (_when, apart) => {
      const me = newUser();
      const key = keyOf(Date.now() + apart);
      const id = await add(me.userId, { ...PENDING, key });
      expect(await findPlacedDeal(deps, me, key)).toMatchObject({ deal: { id, symbol: 'BTC/USDT', status: 0 } });
      expect(await findPlacedDeal(deps, newUser(), key)).toEqual({ deal: null });
      expect(await findPlacedDeal(deps, { ...me, mode: 'demo' }, key)).toEqual({ deal: null });
    },
  );

  it('given one that ended meanwhile, then it is found; given a key that placed nothing, then there is none', async () => {
    const me = newUser();
    const key = keyOf(Date.now());
    const id = await add(me.userId, { ...CLOSED, key });
    expect((await findPlacedDeal(deps, me, key)).deal?.id).toBe(id);
    for (const ms of [Date.now(), 0, 2 ** 48 - 1])
      expect(await findPlacedDeal(deps, me, keyOf(ms))).toEqual({ deal: null });
  });
});

describe('overnight fees', () => {
  it('are listed for their owner only', async () => {
    const me = newUser();
    const id = await add(me.userId);
    const days = ['2026-11-17', '2026-11-18'];
    for (const day of days) await insertCharge(engine, { id: testbed.nextId(), position: id, user_id: me.userId, day });
    const { list } = await listCharges(deps, me, { ...FIRST, id });
    expect(list.map(({ day }) => day)).toEqual(days.toReversed());
    await expect(listCharges(deps, newUser(), { ...FIRST, id })).rejects.toThrow('not_found');
    await expect(listCharges(deps, { ...me, mode: 'demo' }, { ...FIRST, id })).rejects.toThrow('not_found');
  });
});

describe('plans of reads, with many users', () => {
  beforeAll(async () => {
    const root = await testbed.bare('postgres');
    await root.query(
      `insert into contract_position
       select copy.*
         from (select * from contract_position order by id desc limit 1) p, generate_series(1, 5000) n,
              jsonb_populate_record(null::contract_position, to_jsonb(p)
                || jsonb_build_object('id', p.id + n, 'user_id', 1000000 + n, 'key', gen_random_uuid())) copy`,
    );
    await root.query('analyze contract_position');
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
  const plansOf = (page: { readonly rows: readonly object[] }) => JSON.stringify(page.rows);

  it.each([
    [
      'live',
      () => store.selectLive(testbed.db.withPlugin(explaining), newUser(), {}, FIRST),
      '"contract_position_\\d+_user_id_id_idx',
    ],
    [
      'ended',
      () => store.selectEnded(testbed.db.withPlugin(explaining), newUser(), {}, FIRST),
      '"contract_position_\\d+_user_id_book_id_idx',
    ],
    [
      'filtered',
      () =>
        store.selectEnded(testbed.db.withPlugin(explaining), newUser(), { market: 1, cause: 'stop', from: 1 }, FIRST),
      '"contract_position_\\d+_user_id_book_id_idx',
    ],
  ])('%s deals are found by their index', async (_name, read, index) => {
    const { rows } = await (await testbed.bare('postgres')).query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from contract_position where user_id > 1000000`,
    );
    const plans = plansOf(await read());
    expect(plans).toMatch(new RegExp(index));
    for (const { name } of rows) expect(plans).not.toMatch(new RegExp(`"Seq Scan"[^{}]*"Relation Name":"${name}"`));
  });
});
