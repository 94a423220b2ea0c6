import { firstIdAt, type TimeOrderedId } from '@app/base';
import {
  externalAccount,
  FLOW_KINDS,
  houseAccount,
  type Mode,
  move,
  type Transfer,
  type TransferKind,
  type UserKind,
  userAccount,
} from '@app/domain/ledger';
import { EQUITY_GRID_MS } from '@app/domain/wallet';
import { formatDecimal } from '@app/money';
import { equityDay as route } from '@app/protocol/wallet';
import { soon, timeOf } from '@app/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { FEED_SEED } from '../../../../test/api-testbed.ts';
import { type MarketTestbed, openMarketTestbed } from '../../../../test/market-testbed.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { amount, atTheEnd } from '../../../../test/testbed.ts';
import { nextPushSeq } from '../../../platform/bus/push.ts';
import { createLedger, type Ledger } from '../../ledger/index.ts';
import { createHistory } from '../../market/index.ts';
import { createSettings } from '../../reference/index.ts';
import { createEquityDay } from './show-equity-day.ts';

let testbed: MarketTestbed;
let equityDay: ReturnType<typeof createEquityDay>;
/** Opens a second instance with an empty cache. */
let openEquityDay: () => typeof equityDay;
/** Ledger that posts its transfers at `pastMs`. */
let past: Ledger;
let pastMs = 0;
/** Six hours ago, on the grid: thirteen points up to now. */
let beginMs = 0;
const MINUTE_MS = 60_000;
const BTC = 1;

/** Tick from a real venue, so that no simulated history is computed. */
const realTick = (text: string, atMs: number) => {
  const tick = aTick(BTC, text, atMs);
  return { ...tick, sources: [{ source: 11, price: tick.price, ageMs: 1 }] };
};

let made = 0;
/** Returns ids of any time, in any order. */
const nextPastId = () => {
  made += 1;
  return (firstIdAt(pastMs + Math.floor(made / 4_096)) + BigInt((1_000 << 12) + (made % 4_096))) as TimeOrderedId;
};

beforeAll(async () => {
  testbed = await openMarketTestbed();
  await testbed.allowKinds('app', 'demo.grant', 'deposit', 'withdrawal', 'spot.fill');
  const history = createHistory(FEED_SEED);
  const settings = createSettings(testbed.db);
  atTheEnd(history.close);
  const { db, board, ledger } = testbed;
  openEquityDay = () => createEquityDay({ db, board, ledger, settings, history });
  equityDay = openEquityDay();
  past = createLedger(nextPastId);
  beginMs = Date.now() - (Date.now() % EQUITY_GRID_MS) - 360 * MINUTE_MS;
  for (const [minutes, text] of [[-120, '100'], [181, '110']] as const) // biome-ignore format: a table
    await testbed.seal([realTick(text, beginMs + minutes * MINUTE_MS)]);
  await testbed.keeper.flush();
  await testbed.seal([realTick('120', Date.now())]);
});

let count = 0;
type Leg = { minutes: number; kind: TransferKind; currency: string; text: string; mode?: Mode; account?: UserKind };

/**
 * Posts a change of a user's account at a given time, against an external or house account; a minus debits the user.
 */
async function postLeg(userId: bigint, { minutes, kind, currency, text, ...at }: Leg): Promise<void> {
  pastMs = beginMs + minutes * MINUTE_MS;
  count += 1;
  const own = userAccount(userId, at.account ?? 'wallet', currency);
  const other = FLOW_KINDS.includes(kind)
    ? externalAccount('test', currency)
    : houseAccount('test', 'fee_income', currency);
  const size = amount(text.replace('-', ''));
  const [from, to] = text.startsWith('-') ? [own, other] : [other, own];
  await post({ kind, ref: `${count}`, mode: at.mode ?? 'real', entries: move(size, from, to) });
}

/** Posts in parts: the database ends a session that computes for a second within a transaction. */
async function postMany(count: number, { ref, entries }: Pick<Transfer, 'ref' | 'entries'>): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const part = Array.from({ length: 1_000 }, (_, n): Transfer => {
      return { kind: 'spot.fill', ref: `${ref}-${from + n}`, mode: 'real', entries };
    });
    await testbed.transact((tx) => past.post(tx, part));
  }
}

async function post(transfer: Transfer): Promise<void> {
  await past.open(testbed.db, transfer.mode, transfer.entries.map(({ account }) => account)); // biome-ignore format: short
  await testbed.transact((tx) => past.post(tx, [transfer]));
}

const dayOf = async (userId: bigint, { mode = 'real' as Mode, sinceMs = beginMs } = {}) => {
  const { points, now, came, ...rest } = await equityDay({ userId, mode }, sinceMs);
  return {
    worths: points.map(({ worth }) => formatDecimal(worth)),
    cames: points.map((point) => formatDecimal(point.came)),
    now: formatDecimal(now),
    came: formatDecimal(came),
    ...rest,
  };
};

const times = (many: number, text: string) => Array.from({ length: many }, () => text);

describe('equity over a day', () => {
  it('given grants, a deposit, a transfer between own accounts, a fee, a withdrawal and prices, then every point is exact', async () => {
    await postLeg(1n, { minutes: -60, kind: 'demo.grant', currency: 'USDT', text: '1000' });
    await postLeg(1n, { minutes: -60, kind: 'demo.grant', currency: 'BTC', text: '2' });
    await postLeg(1n, { minutes: 40, kind: 'deposit', currency: 'USDT', text: '500' });
    for (const currency of ['USDT', 'BTC']) {
      const ends = (['wallet', 'exchange'] as const).map((kind) => userAccount(1n, kind, currency));
      pastMs = beginMs + 70 * MINUTE_MS;
      const entries = move(amount('1'), ends[0] as never, ends[1] as never);
      await post({ kind: 'wallet.change', ref: `own ${currency}`, mode: 'real', entries });
    }
    await postLeg(1n, { minutes: 130, kind: 'spot.fill', currency: 'USDT', text: '-10' });
    await postLeg(1n, { minutes: 140, kind: 'spot.fill', currency: 'USDT', text: '28', account: 'bonus' });
    await postLeg(1n, { minutes: 185, kind: 'withdrawal', currency: 'BTC', text: '-0.5' });
    const day = await dayOf(1n);
    expect(day.worths).toEqual([...times(2, '1200'), ...times(3, '1700'), ...times(2, '1690'), ...times(6, '1655')]);
    expect(day.cames).toEqual([...times(2, '0'), ...times(5, '500'), ...times(6, '445')]);
    expect(day).toMatchObject({ now: '1670', came: '445', since: beginMs, step_ms: 1_800_000, unvalued: [] });
    expect(day.simulated).toBe(false);
  });

  it('given other users and the other mode, then each sees its own', async () => {
    await postLeg(2n, { minutes: 10, kind: 'demo.grant', currency: 'USDT', text: '7', mode: 'demo' });
    await postLeg(2n, { minutes: 20, kind: 'spot.fill', currency: 'BTC', text: '1', mode: 'real' });
    expect(await dayOf(2n, { mode: 'demo' })).toMatchObject({ now: '7', came: '7', cames: ['0', ...times(12, '7')] });
    expect(await dayOf(2n)).toMatchObject({
      now: '120',
      came: '0',
      worths: ['0', ...times(6, '100'), ...times(6, '110')],
    });
    expect(await dayOf(3n)).toMatchObject({ now: '0', came: '0', worths: times(13, '0'), unvalued: [] });
  });

  it('given a coin without a price, then it is listed and left out', async () => {
    await postLeg(4n, { minutes: 10, kind: 'demo.grant', currency: 'ETH', text: '3' });
    expect(await dayOf(4n)).toMatchObject({ now: '0', came: '0', unvalued: ['ETH'], worths: times(13, '0') });
  });

  it('given a recent answer, when money arrives, then the next answer includes it', async () => {
    await postLeg(5n, { minutes: -60, kind: 'demo.grant', currency: 'USDT', text: '5' });
    expect(await dayOf(5n)).toMatchObject({ now: '5', came: '0' });
    await postLeg(5n, { minutes: 350, kind: 'demo.grant', currency: 'USDT', text: '10' });
    expect(await dayOf(5n)).toMatchObject({ now: '15', came: '10' });
  });

  it('given a recent answer, when money arrives and is lost at once, then the next answer includes both', async () => {
    await postLeg(8n, { minutes: -60, kind: 'demo.grant', currency: 'USDT', text: '5' });
    expect(await dayOf(8n)).toMatchObject({ now: '5', came: '0' });
    await postLeg(8n, { minutes: 350, kind: 'demo.grant', currency: 'USDT', text: '10' });
    await postLeg(8n, { minutes: 351, kind: 'spot.fill', currency: 'USDT', text: '-10' });
    await testbed.transact((tx) => nextPushSeq(tx, { userId: 8n, mode: 'real' })); // As the publisher of the change does.
    expect(await dayOf(8n)).toMatchObject({ now: '5', came: '10' });
  });

  it('given more entries in this quarter of an hour than are read, then the day starts now and has no points', async () => {
    const user = userAccount(9n, 'wallet', 'USDT');
    const house = houseAccount('test', 'fee_income', 'USDT');
    pastMs = beginMs + 389 * MINUTE_MS; // Independent of how long this takes.
    await past.open(testbed.db, 'real', [user, house]);
    const entries = move(amount('0.01'), house, user);
    for (const part of [1, 2]) await postMany(10_000, { ref: `busy ${part}`, entries });
    const { since, ...day } = await dayOf(9n);
    expect(day).toMatchObject({ worths: [], cames: [], now: '200', came: '0' });
    expect(Math.abs(Date.now() - since)).toBeLessThan(MINUTE_MS);
  });

  it('given 10,000 entries of a day among those of others, when requested, then the answer is fast and complete', async () => {
    const [user, other] = [6n, 7n].map((id) => userAccount(id, 'wallet', 'USDT'));
    const house = houseAccount('test', 'fee_income', 'USDT');
    pastMs = beginMs;
    await past.open(testbed.db, 'real', [user, other, house] as never);
    for (const [of, account] of [user, other].entries()) {
      const entries = move(amount('0.01'), house, account as never);
      await postMany(10_000, { ref: `${of}`, entries });
    }
    const day = await dayOf(6n);
    expect([day.now, day.worths[0], day.worths[1]]).toEqual(['100', '0', '100']);
    const first = () => openEquityDay()({ userId: 6n, mode: 'real' }, beginMs);
    await soon('the first answer about a busy day', 2_000, () => timeOf(first));
    const twenty = () => Promise.all(Array.from({ length: 20 }, () => dayOf(6n)));
    await soon('twenty answers about a busy day', 2_000, () => timeOf(twenty));
  });
});

describe('the route', () => {
  const get = async (fields: object, token?: string) => (await testbed.send(route, fields, token)).json();

  it.each([['-1'], ['soon'], ['9999999999999999'], ['']])('given since %j, then it is refused', async (since) => {
    expect(await get({ since }, await testbed.newSession())).toMatchObject({ error: 'parameter_error' });
  });

  it('given any start time, then a new user’s day starts no earlier than the user', async () => {
    const token = await testbed.newSession();
    for (const since of ['0', String(beginMs), '8000000000000000']) {
      const { data } = await get({ since }, token);
      expect(Date.now() - data.since).toBeLessThan(2 * EQUITY_GRID_MS);
      expect(data).toMatchObject({ points: [{ worth: '0', came: '0' }], now: '0', came: '0', simulated: 0 });
    }
  });

  it('given a start time in the far past, then it starts 26 hours ago', async () => {
    const { since, worths } = await dayOf(1n, { sinceMs: 0 });
    expect(Date.now() - since).toBeLessThan(26 * 3_600_000 + EQUITY_GRID_MS + MINUTE_MS);
    expect(worths).toHaveLength(53);
  });
});
