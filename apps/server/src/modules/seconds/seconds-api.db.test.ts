import { secondsShard } from '@app/domain/seconds';
import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/seconds';
import { checkSecondsDay, type ListedSettlement, type SecondsDayText } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { asQuery } from '../../../test/api-testbed.ts';
import { openBetJudge } from '../../../test/bet-receipts.ts';
import { HOLDS } from '../../../test/contract-judge.ts';
import { newKey } from '../../../test/new-key.ts';
import { plainCaller } from '../../../test/plain-caller.ts';
import { BTC, openSecondsTestbed, type SecondsTestbed } from '../../../test/seconds-testbed.ts';
import { aVenueTick, until } from '../../../test/spot-testbed.ts';
import { atTheEnd, silent } from '../../../test/testbed.ts';
import { createEngineClient } from '../../engine/client.ts';
import type { Http } from '../../platform/http/caller.ts';
import { createHttp } from '../../platform/http/http.ts';
import { readMarkets } from '../market/index.ts';
import { checkReceipts } from '../proof/index.ts';
import { createCheckProduct, createSettings } from '../reference/index.ts';
import { secondsRoutes } from './seconds.routes.ts';

const ETH = 2;

type User = { readonly id: bigint; readonly mode: 'real' | 'demo'; readonly country?: string };
type Wire = Readonly<Record<string, unknown>> & { readonly id: string; readonly receipt: string };

let testbed: SecondsTestbed;
let http: Http;
let judge: (id: string) => Promise<unknown>;
let isSimulated = false;

/** Longer than any test takes: only the clock that the test steps makes a price old or a bet void. */
const FRESH_MS = 30_000;
const VOID_AFTER_MS = 60_000;

/** Seals a price of BTC, which the engine has when this ends. */
async function price(text = '60000'): Promise<void> {
  await testbed.seal([aVenueTick(BTC, text, testbed.now())]);
  await testbed.untilTaken(secondsShard('demo'));
}
/** Seals a block without a price of BTC. */
const otherPrice = () => testbed.seal([aVenueTick(ETH, '3000', testbed.now())]);

beforeAll(async () => {
  testbed = await openSecondsTestbed();
  const terms = { entry_delay_ms: 1_000, cancel_lead_ms: 1_000, void_after_ms: VOID_AFTER_MS };
  await testbed.root.query(
    `insert into setting (key, version, value, set_by, approved_by, reason) values
       ('market.seconds_fresh_ms', 1, $2, 'test', '{test}', 'test'),
       ('seconds.terms', 1, $1, 'test', '{test}', 'test'),
       ('product.seconds', 1, '{"open": true, "except": ["FR"]}', 'test', '{test}', 'test')`,
    [JSON.stringify({ payouts: [{ seconds: 5, rate: '0.8' }], ...terms }), FRESH_MS],
  );
  const { db, ledger } = testbed;
  const settings = createSettings(db);
  const listed = await readMarkets(db);
  const board = { markets: () => listed, quoteOf: () => ({ isSimulated }) as never }; // Nothing else of it is read.
  const findCaller = (token: string) => {
    const { id, mode, country = 'DE', sessionId } = JSON.parse(token) as Record<string, string>;
    const owner = { userId: BigInt(id ?? 0), mode: mode as 'real', sessionId: BigInt(sessionId ?? 1) };
    return Promise.resolve({ caller: { ...plainCaller(owner as never), country } }); // As any session has it.
  };
  http = createHttp({ log: silent, findCaller, checkProduct: createCheckProduct(settings) });
  atTheEnd(() => http.app.close());
  secondsRoutes(http, { db, ledger, engine: createEngineClient(testbed.bus, testbed.now), settings, board });
  judge = openBetJudge(testbed);
  const tooLittle = { ...BET, number: '1' };
  await until(
    () => 'an engine with these terms',
    async () => {
      await price();
      const { error } = await send(routes.submitBet, tooLittle, { id: 999n, mode: 'demo' });
      return error === 'below_minimum' ? true : undefined;
    },
  );
});

async function send(route: Route, fields: object, user?: User & { sessionId?: number }, key = newKey()) {
  const isGet = route.method === 'GET';
  const query = new URLSearchParams(asQuery(fields));
  const token = user && JSON.stringify({ sessionId: 1, ...user, id: String(user.id) });
  const reply = await http.app.inject({
    method: route.method,
    url: `/api${route.path}${isGet ? `?${query}` : ''}`,
    headers: { ...(token && { authorization: token }), ...(route.effect && { 'idempotency-key': key }) },
    ...(isGet ? {} : { payload: fields }),
  });
  return reply.json() as { data?: never; error?: string; code?: string };
}

const BET = { match_id: 1, currency_name: 'USDT', type: 1, seconds: 5, number: '20', terms: 1 };
/** Places a bet at a price that the engine has. */
const place = async (user: User, change: object = {}, key?: string): Promise<Wire> => {
  const reply = await send(routes.submitBet, { ...BET, ...change }, user, key);
  if (reply.data === undefined) throw new Error(JSON.stringify(reply));
  return reply.data;
};
const read = async (user: User, id: string): Promise<Wire> =>
  (await send(routes.readBet, { id }, user)).data as never as Wire; // Its owner's.
/** Seals the entry tick of bets that were just placed. */
async function enter(...bets: readonly (readonly [User, Wire])[]): Promise<void> {
  await testbed.pass(1_000);
  await price();
  for (const [user, { id }] of bets)
    await until(
      () => `the entry of bet ${id}`,
      async () => [await read(user, id)].find(({ status }) => status === 1),
    );
}
const untilEnded = (user: User, id: string): Promise<Wire> =>
  until(
    () => `the end of bet ${id}`,
    async () => [await read(user, id)].find((bet) => Number(bet.status) > 1),
  );
const untilSealed = (id: string) =>
  until(
    () => `the seal of ${id}`,
    async () => {
      await otherPrice();
      return [await judge(id)].find((found) => !(found as typeof HOLDS).isAwaited);
    },
  );

describe('a bet through the API', () => {
  it('given ten equal requests at once, then it is one bet, seen by every session of its owner alone', async () => {
    const me = await testbed.newUser('100');
    const key = newKey();
    await price();
    const bets = await Promise.all(Array.from({ length: 10 }, () => place(me, {}, key)));
    expect(new Set(bets.map(({ id }) => id)).size).toBe(1);
    const [bet] = bets as [Wire];
    expect(bet).toMatchObject({ status: 0, type: 1, number: '20', rate: '0.8', terms: 1, symbol: 'BTC/USDT' });
    expect(await testbed.balanceOf(me)).toEqual({ available: '80', frozen: '20' });
    for (const sessionId of [1, 2]) {
      const { data } = await send(routes.listBets, { status: 0 }, { ...me, sessionId });
      expect(data).toMatchObject({ list: [{ id: bet.id }], total: 1 });
    }
    const other = await testbed.newUser('100');
    expect((await send(routes.listBets, {}, other)).data).toMatchObject({ list: [] });
    expect(await send(routes.readBet, { id: bet.id }, other)).toMatchObject({ error: 'not_found' });
    expect(await send(routes.cancelBet, { id: bet.id }, other)).toMatchObject({ error: 'not_found' });
  });

  it('given a rising price, then it is a profit whose both receipts anybody can check, and the day adds up', async () => {
    const me = await testbed.newUser('100');
    const other = await testbed.newUser('100');
    await price();
    const up = await place(me);
    const down = await place(other, { type: 2 });
    await enter([me, up], [other, down]);
    await testbed.pass(5_000);
    await price('60100');
    const won = await untilEnded(me, up.id);
    const lost = await untilEnded(other, down.id);
    expect(won).toMatchObject({ status: 2, result: 'profit', returned: '36', entry_price: '60000' });
    expect(lost).toMatchObject({ status: 2, result: 'loss', returned: '0', exit_price: '60100' });
    for (const id of [up.id, won.receipt, down.id, lost.receipt])
      expect([id, await untilSealed(id)]).toEqual([id, HOLDS]);
  });

  it('given a cancel at once, then it is refunded, and its receipt holds', async () => {
    const me = await testbed.newUser('100');
    await price();
    const bet = await place(me);
    const { data } = await send(routes.cancelBet, { id: bet.id }, me);
    expect(data).toMatchObject({ id: bet.id, status: 0 });
    await testbed.pass(3_000); // No entry tick comes within the lead of the cancel.
    await price();
    const ended = await untilEnded(me, bet.id);
    expect(ended).toMatchObject({ status: 3, returned: '20' });
    expect(await untilSealed(ended.receipt)).toEqual(HOLDS);
    expect(await send(routes.cancelBet, { id: bet.id }, me)).toMatchObject({ error: 'order_state_changed' });
  });

  it('given a market without ticks, then it is void, and the blocks without them prove it', async () => {
    const me = await testbed.newUser('100');
    await price();
    const waiting = await place(me);
    await testbed.pass(2_000 + VOID_AFTER_MS);
    await otherPrice();
    const ended = await untilEnded(me, waiting.id);
    expect(ended).toMatchObject({ status: 4, returned: '20', entry_price: null });
    expect(await untilSealed(ended.receipt)).toEqual(HOLDS);
    await price();
    const late = await place(me);
    await enter([me, late]);
    await testbed.pass(6_000 + VOID_AFTER_MS);
    await otherPrice();
    const voided = await untilEnded(me, late.id);
    expect(voided).toMatchObject({ status: 4, returned: '20', entry_price: '60000', exit_price: null });
    expect(await untilSealed(voided.receipt)).toEqual(HOLDS);
    expect(await testbed.balanceOf(me)).toEqual({ available: '100', frozen: '0' });
  });

  it('given no block at all, then the first tick afterwards shows that it is void', async () => {
    const me = await testbed.newUser('100');
    await price();
    const bet = await place(me);
    await testbed.pass(2_000 + VOID_AFTER_MS);
    await price();
    const ended = await untilEnded(me, bet.id);
    expect(ended).toMatchObject({ status: 4, returned: '20' });
    expect(await untilSealed(ended.receipt)).toEqual(HOLDS);
  });

  it('recomputes the published statistics of the day from the chain of receipts', async () => {
    const { data: stats } = await send(routes.readSecondsStats, { mode: 'demo' });
    const days = (stats as never as { list: readonly SecondsDayText[] }).list.filter(({ match_id }) => match_id === 1);
    expect(days.length).toBeGreaterThan(0);
    for (const day of days) {
      const after = day.first_place - 1;
      const limit = day.last_place - after;
      const { data } = await send(routes.readSecondsDay, { mode: 'demo', match_id: 1, after, limit });
      const { list } = data as never as { list: readonly ListedSettlement[] };
      const { findings, recomputed } = await checkSecondsDay(day, list, { book: 'demo' });
      expect(findings).toEqual([]);
      expect(recomputed.voids).toBeGreaterThan(1);
      const lie = { ...day, losses: day.losses + 1 };
      expect((await checkSecondsDay(lie, list, { book: 'demo' })).findings).toEqual(['counts']);
    }
    expect(await checkReceipts(testbed.as('worker').db, Date.now() - 60_000)).toEqual([]);
  });

  it('is refused where the product is closed, on other terms, on a simulated price, and beyond its limits', async () => {
    const me = await testbed.newUser('100');
    const refusal = async (change: object, user: User = me) =>
      (await send(routes.submitBet, { ...BET, ...change }, user)).error;
    await price();
    expect(await refusal({}, { ...me, country: 'FR' })).toBe('feature_unavailable');
    expect(await refusal({ terms: 7 })).toBe('quote_expired');
    expect(await refusal({ seconds: 6 })).toBe('time_wrong');
    expect(await refusal({ number: '4' })).toBe('below_minimum');
    expect(await refusal({ number: '5000.01' })).toBe('above_maximum');
    expect(await refusal({ number: '100.01' })).toBe('insufficient_balance');
    expect(await refusal({ match_id: 999_999 })).toBe('not_found');
    expect(await refusal({ currency_name: 'BTC' })).toBe('feature_unavailable');
    isSimulated = true;
    const rich = await testbed.newUser('100', 'real');
    expect(await refusal({}, rich)).toBe('price_simulated');
    isSimulated = false;
    await testbed.pass(FRESH_MS);
    expect(await refusal({})).toBe('price_stale');
  });
});

describe('a simulated price', () => {
  it('given real money, then it decides nothing', async () => {
    const rich = await testbed.newUser('100', 'real');
    await testbed.pass(FRESH_MS);
    await testbed.price('60000');
    await testbed.untilTaken(secondsShard('real'));
    expect((await send(routes.submitBet, BET, rich)).error).toBe('price_stale');
  });
});
