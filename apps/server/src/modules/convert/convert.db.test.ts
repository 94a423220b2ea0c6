import { Refusal } from '@app/base';
import { convertSettings, inventoryAccount } from '@app/domain/convert';
import type { Mode } from '@app/domain/ledger';
import { type Amount, formatDecimal } from '@app/money';
import { readReceipt as receiptRoute } from '@app/protocol/proof';
import { fundAccounts } from '@app/testkit';
import { type ConversionAnswer, checkConversion, readConversion } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../test/new-key.ts';
import { aTick } from '../../../test/price-testbed.ts';
import { aVenueTick, openSpotTestbed, type SpotTestbed, until } from '../../../test/spot-testbed.ts';
import { amount, atTheEnd, silent } from '../../../test/testbed.ts';
import { untilBlocked } from '../../../test/until.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { createHttp } from '../../platform/http/http.ts';
import { Malformed } from '../../platform/http/serve.ts';
import { audit, payCapital } from '../ledger/index.ts';
import { createBoard, proveTick, showBlocks } from '../market/index.ts';
import { proofRoutes } from '../proof/index.ts';
import { createSettings } from '../reference/index.ts';
import { sweepQuotes } from './convert.store.ts';
import { convert } from './convert.ts';
import { explainConvertFunding } from './explain-funding.ts';
import { type ConvertDeps, makeQuote } from './quote-conversion.ts';

const USDT = 3n;
const BTC = 1n;
const ETH = 2n;
const PRICES = { 'BTC/USDT': '100000', 'ETH/USDT': '4000' } as const;
/** Venues behind the sealed prices: two real ones, or simulated ones. */
let isSimulated = false;
let testbed: SpotTestbed;
let deps: ConvertDeps;
let readAnswer: (id: bigint) => Promise<ConversionAnswer>;
const marketOf = (symbol: string) => testbed.markets.find((it) => it.symbol === symbol)?.id ?? 0;

beforeAll(async () => {
  testbed = await openSpotTestbed();
  testbed.beat.stop();
  const { db, transact, nextId, ledger, bus } = testbed;
  let clock = 0;
  const settings = createSettings(db, () => (clock += 10_000)); // Never cached.
  const board = createBoard({ db, bus, log: silent, settings });
  await board.ready();
  atTheEnd(() => board.close());
  deps = { db, transact, nextId, ledger, settings, board, bus, log: silent, cache: undefined as never };
  const http = createHttp({ log: silent, findCaller: () => Promise.resolve(undefined) });
  proofRoutes(http, { db, proveTick, readBlocks: showBlocks });
  atTheEnd(() => http.app.close());
  readAnswer = async (id) =>
    (await http.app.inject({ method: 'GET', url: `/api${receiptRoute.path}?id=${id}` })).json().data;
});

/** Seals prices of now, which the board has when this ends. */
async function price(): Promise<void> {
  const make = isSimulated ? aTick : aVenueTick;
  const ticks = Object.entries(PRICES).map(([symbol, text]) => make(marketOf(symbol), text, testbed.now()));
  const { number } = await testbed.seal(ticks);
  await until(
    () => `block ${number} on the board`,
    () => (deps.board.blockNumber() >= number ? true : undefined),
  );
}

type Person = { readonly userId: bigint; readonly mode: Mode };

async function newPerson(mode: Mode, holdings: Readonly<Record<string, string>>): Promise<Person> {
  const userId = testbed.nextId();
  const gifts = Object.entries(holdings).map(([currency, text]) => ({
    userId,
    kind: 'wallet',
    currency,
    amount: text,
  }));
  await fundAccounts(testbed.database, mode, gifts);
  return { userId, mode };
}
const quoteNow = (person: Person, text: string, fromId = USDT, toId = BTC) =>
  makeQuote(deps, person, { fromId, toId, amount: amount(text) });
/** Quotes at fresh prices; a busy machine may take longer than a price is good for. */
async function quote(...wanted: Parameters<typeof quoteNow>): ReturnType<typeof quoteNow> {
  await price();
  return await quoteNow(...wanted).catch(async (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'rate_unavailable')) throw error;
    return await quote(...wanted);
  });
}
type Quoted = Awaited<ReturnType<typeof quote>>;
const use = (person: Person, { quote_id, number }: Quoted, key = newKey(), fromId = USDT, toId = BTC) =>
  convert(deps, { ...person, fromId, toId, amount: number, quoteId: quote_id, key, body: String(quote_id) });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof Refusal ? error.code : error instanceof Malformed ? 'malformed' : String(error),
  );
async function balanceOf({ userId, mode }: Person, currency: string): Promise<string> {
  const rows = await testbed.ledger.readOwner(testbed.db, mode, `user:${userId}`);
  return formatDecimal(
    rows.find((it) => it.kind === 'wallet' && it.currency === currency)?.available ?? (0n as Amount),
  );
}
/** Seals a receipt, and reads it as any visitor. */
async function readSealed(id: bigint): Promise<ConversionAnswer> {
  return await until(
    () => 'a sealed receipt',
    async () => {
      await price();
      return [await readAnswer(id)].find((it) => it.seal !== null);
    },
  );
}
const set = (key: string, value: unknown) =>
  testbed.root.query(
    `insert into setting (key, version, value, set_by, approved_by, reason)
     values ($1, (select coalesce(max(version), 0) + 1 from setting where key = $1), $2::jsonb, 't', '{t}', 't')`,
    [key, JSON.stringify(value)],
  );
let payments = 0;
const payIn = (currency: string, text: string) => {
  const { db } = testbed.as('migrate');
  const account = inventoryAccount(currency);
  const payment = { ref: `p-${++payments}`, direction: 'in', account, amount: amount(text), reason: 'test' } as const;
  return payCapital({ db, transact: transactOn(db), ledger: testbed.ledger }, payment);
};

describe('a conversion', () => {
  it('pays exactly what was quoted, moves both coins, and its receipt is verified once a block has sealed it', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const quoted = await quote(person, '1000');
    expect([quoted.received, quoted.fee, quoted.lock_seconds]).toEqual([amount('0.00998'), amount('0.00002'), 10]);
    expect(quoted.expires - quoted.quoted).toBe(10_000);
    const done = await use(person, quoted);
    expect([await balanceOf(person, 'USDT'), await balanceOf(person, 'BTC')]).toEqual(['0', '0.00998']);
    const answer = await readSealed(done.id);
    const markets = Object.fromEntries(testbed.markets.map(({ symbol, id }) => [symbol, id]));
    const receipt = readConversion(answer, { id: String(done.id), markets });
    expect(await checkConversion(receipt)).toEqual({ receipt: [], rule: [], tick: [], seal: [], isAwaited: false });
    const lie = { ...answer, body: { ...answer.body, conversion: { ...answer.body.conversion, received: '0.00999' } } };
    expect((await checkConversion(readConversion(lie))).rule).toEqual(['received']);
  });

  it('between two coins uses both prices and proves both', async () => {
    const person = await newPerson('demo', { BTC: '1' });
    const quoted = await quote(person, '0.5', BTC, ETH);
    expect(quoted.received).toBe(amount('12.475'));
    const done = await use(person, quoted, newKey(), BTC, ETH);
    const answer = await readSealed(done.id);
    expect(answer.second).not.toBeNull();
    expect(await checkConversion(readConversion(answer))).toMatchObject({ receipt: [], rule: [], tick: [], seal: [] });
  });

  it('given the same key again, then it answers the same and moves nothing; given another key, then the quote is used', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const quoted = await quote(person, '400');
    const key = newKey();
    const first = await use(person, quoted, key);
    expect(await use(person, quoted, key)).toEqual(first);
    expect(await refusalOf(use(person, quoted))).toBe('quote_expired');
    expect(await balanceOf(person, 'USDT')).toBe('600');
  });

  it('given ten attempts at one quote at once, then one converts', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const quoted = await quote(person, '100');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => refusalOf(use(person, quoted))));
    expect(outcomes.filter((it) => it === 'accepted')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'quote_expired']));
    expect(await balanceOf(person, 'USDT')).toBe('900');
  });

  it('given ten quotes at once for one balance, then as many convert as it covers', async () => {
    const person = await newPerson('demo', { USDT: '350' });
    const quotes = await Promise.all(Array.from({ length: 10 }, () => quote(person, '100')));
    const outcomes = await Promise.all(quotes.map((it) => refusalOf(use(person, it))));
    expect(outcomes.filter((it) => it === 'accepted')).toHaveLength(3);
    expect(outcomes.filter((it) => it === 'insufficient_balance')).toHaveLength(7);
    expect(await balanceOf(person, 'USDT')).toBe('50');
  });

  it('given an expired quote, then it is refused by the database’s clock, and no money moves', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const quoted = await quote(person, '100');
    await testbed.root.query(`update convert_quote set expires_at = now() where id = $1`, [quoted.quote_id]);
    expect(await refusalOf(use(person, quoted))).toBe('quote_expired');
    expect(await balanceOf(person, 'USDT')).toBe('1000');
  });

  it('given a quote that expires while the conversion waits for its accounts, then it is refused', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const quoted = await quote(person, '100');
    const holder = await testbed.bare('postgres');
    await holder.query('begin');
    await holder.query(`select from ledger_account where owner = $1 for update`, [`user:${person.userId}`]);
    const attempt = refusalOf(use(person, quoted));
    await untilBlocked(testbed.root);
    await testbed.pass(quoted.expires - testbed.now());
    await holder.query('commit');
    expect(await attempt).toBe('quote_expired');
  });

  it('given somebody else’s quote, another amount or another coin, then it is refused', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const other = await newPerson('demo', { USDT: '1000' });
    const quoted = await quote(person, '100');
    expect(await refusalOf(use(other, quoted))).toBe('not_found');
    expect(await refusalOf(use({ ...person, mode: 'real' }, quoted))).toBe('not_found');
    expect(await refusalOf(use(person, { ...quoted, number: amount('99') }))).toBe('malformed');
    expect(await refusalOf(use(person, quoted, newKey(), USDT, ETH))).toBe('malformed');
    expect(await refusalOf(quote(person, '100', USDT, USDT))).toBe('malformed');
    expect(await refusalOf(quote(person, '100', USDT, 999n))).toBe('not_found');
    expect(await refusalOf(use(person, quoted))).toBe('accepted');
  });

  it('given an amount outside of the limits, then the limit is named', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    expect(await refusalOf(quote(person, '0.99'))).toBe('below_minimum');
    expect(await refusalOf(quote(person, '100000.01'))).toBe('above_maximum');
    expect(await refusalOf(use(person, await quote(person, '1000.5')))).toBe('insufficient_balance');
  });

  it('given new terms, then a locked quote keeps its rate, and the next one has the new one', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const before = await quote(person, '100');
    await set(convertSettings.terms.key, { spread_rate: '0.01', lock_seconds: 5 });
    const after = await quote(person, '100');
    expect([before.received, after.received]).toEqual([amount('0.000998'), amount('0.00099')]);
    expect((await use(person, before)).received).toBe(before.received);
    await set(convertSettings.terms.key, { spread_rate: '0.002', lock_seconds: 10 });
  });

  it('given a break that the user takes, or a halted market, then a locked quote is not used', async () => {
    const person = await newPerson('demo', { USDT: '1000', BTC: '1' });
    await testbed.root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
       values ($1, 'break@example.com', '$argon2id$test', 'Test', 'BREAK1', 1)`,
      [person.userId],
    );
    await testbed.root.query(
      `insert into personal_limit (user_id, kind, until) values ($1, 'cool_off', now() + interval '1 hour')`,
      [person.userId],
    );
    expect(await refusalOf(use(person, await quote(person, '100')))).toBe('cooling_off');
    const sale = await quote(person, '0.1', BTC, USDT);
    expect(await refusalOf(use(person, sale, newKey(), BTC, USDT))).toBe('accepted');
    const held = await newPerson('demo', { USDT: '1000' });
    const quoted = await quote(held, '100');
    await set('switch.market.BTC/USDT', false);
    expect(await refusalOf(use(held, quoted))).toBe('market_closed');
    // The board follows the switch a moment later, both ways.
    const stateOf = () => deps.board.quoteOf(marketOf('BTC/USDT'))?.state;
    await expect.poll(stateOf).toBe('halted');
    await set('switch.market.BTC/USDT', true);
    await expect.poll(stateOf).toBe('open');
    expect(await refusalOf(quote(held, '100'))).toBe('accepted');
  });
});

describe('real money', () => {
  it('is converted as far as the platform’s inventory reaches, and not a digit further', async () => {
    const person = await newPerson('real', { USDT: '90000' });
    expect(await refusalOf(quote(person, '1000'))).toBe('inventory_exhausted');
    await payIn('BTC', '0.015');
    const first = await quote(person, '1000');
    const second = await quote(person, '1000');
    expect(await refusalOf(use(person, first))).toBe('accepted');
    expect(await refusalOf(use(person, second))).toBe('inventory_exhausted');
    expect(await balanceOf(person, 'BTC')).toBe('0.00998');
    const [held] = await testbed.ledger.read(testbed.db, 'real', [
      { owner: 'house:convert', kind: 'inventory', currency: 'BTC' },
    ]);
    expect(formatDecimal(held?.available ?? (0n as Amount))).toBe('0.00502');
  });

  it('given a coin of which the platform holds its limit, then no more is taken in', async () => {
    await payIn('USDT', '500000');
    await set(convertSettings.inventoryMax.key, '20000');
    const person = await newPerson('real', { BTC: '1' });
    expect(await refusalOf(quote(person, '0.5', BTC, USDT))).toBe('inventory_exhausted');
    expect(await refusalOf(quote(person, '0.1', BTC, USDT))).toBe('accepted');
    await set(convertSettings.inventoryMax.key, '2000000');
  });

  it('given simulated prices, then it is refused, and demo money is not; given no prices, then both are', async () => {
    const real = await newPerson('real', { USDT: '1000' });
    const demo = await newPerson('demo', { USDT: '1000' });
    isSimulated = true;
    expect(await refusalOf(quote(real, '100'))).toBe('price_simulated');
    expect(await refusalOf(quote(demo, '100'))).toBe('accepted');
    isSimulated = false;
    await price();
    await testbed.pass(1_900);
    for (const person of [real, demo]) expect(await refusalOf(quoteNow(person, '100'))).toBe('rate_unavailable');
    expect(await refusalOf(quote(demo, '100'))).toBe('accepted');
  });
});

describe('the books', () => {
  it('given everything above, then the auditor finds nothing; given funding without a conversion, then it does', async () => {
    const run = () => audit(testbed.as('worker').db, async () => {}, { external: [explainConvertFunding] });
    expect((await run())?.breaches).toEqual([]);
    const funding = {
      kind: 'convert.funding',
      ref: '7',
      mode: 'demo',
      entries: [
        {
          account: { owner: 'world:demo-convert', kind: 'external', currency: 'BTC' },
          available: amount('-1'),
          frozen: amount('0'),
        },
        {
          account: { owner: 'house:convert', kind: 'inventory', currency: 'BTC' },
          available: amount('1'),
          frozen: amount('0'),
        },
      ],
    } as const;
    await testbed.transact((tx) => testbed.ledger.post(tx, [funding]));
    expect((await run())?.breaches.map(({ invariant }) => invariant)).toEqual(['A15']);
  });

  it('given role app, then it issues receipts of its conversions only', async () => {
    const insert = `insert into receipt (id, kind, block, body) values (1, 'spot.house_fill', 1, '{}')`;
    expect(await testbed.attempt('app', insert)).toBe('42501');
    expect(await testbed.attempt('app', `select receipt_of_conversion(1, 1, '{}')`)).toBe('PB008');
    expect(await testbed.attempt('engine', `select receipt_of_conversion(1, 1, '{}')`)).toBe('42501');
    for (const change of [
      `update conversion set received = 1`,
      `delete from conversion`,
      `update convert_quote set received = 1`,
    ])
      expect(await testbed.attempt('app', change)).toBe('42501');
  });

  it('given quotes that expired an hour ago, then the worker deletes them and no others', async () => {
    const person = await newPerson('demo', { USDT: '1000' });
    const old = await quote(person, '100');
    const young = await quote(person, '100');
    await testbed.root.query(`update convert_quote set expires_at = now() - interval '61 minutes' where id = $1`, [
      old.quote_id,
    ]);
    await sweepQuotes(testbed.as('worker').db);
    const { rows } = await testbed.root.query(`select id from convert_quote where user_id = $1`, [person.userId]);
    expect(rows.map(({ id }) => BigInt(id))).toEqual([young.quote_id]);
  });
});
