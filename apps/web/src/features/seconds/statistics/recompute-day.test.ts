import { type Amount, parseDecimal, sum } from '@app/money';
import { receiptHash } from '@app/verifier';
import { betIn, type House, makeHouse, type SettledReceipt, settleBetIn } from '@app/verifier/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DayOfMarket } from './day-figures.ts';
import { type ReadReceipts, recomputeDay, rootBefore } from './recompute-day.ts';

const PAGE = 3;
const COUNT = 8;
const FIRST = 5;
const BEFORE = 'ab'.repeat(32);

/** A fixed sequence with varying prices, so that bets are won and lost. */
function varying(): (end: number) => number {
  let state = 7;
  return (end) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % end;
  };
}

let house: House;
let chain: SettledReceipt[];
let published: DayOfMarket;
beforeAll(async () => {
  house = await makeHouse(varying());
  chain = [];
  let previous = BEFORE;
  for (let n = 0; n < COUNT; n += 1) {
    const accepted = betIn(house, { side: n % 3 === 0 ? 'up' : 'down', n });
    const receipt = await settleBetIn(house, accepted, { n, chain: { place: FIRST + n, previous } });
    previous = await receiptHash(receipt);
    chain.push(receipt);
  }
  published = await publish(chain);
});

/** Adds up what an honest platform publishes of these receipts. */
async function publish(receipts: readonly SettledReceipt[]): Promise<DayOfMarket> {
  const bodies = receipts.map(({ body }) => body);
  const [first = expect.fail('there are none')] = bodies;
  const last = receipts.at(-1) ?? expect.fail('there are none');
  const count = (outcome: string) => bodies.filter(({ settlement }) => settlement.outcome === outcome).length;
  const total = (texts: readonly string[]) => sum(texts.map((text) => parseDecimal<Amount>(text)));
  return {
    symbol: first.bet.symbol,
    match_id: first.bet.market,
    day: first.settlement.day,
    currency_name: first.bet.currency,
    profits: count('profit'),
    losses: count('loss'),
    flats: count('flat'),
    voids: 0,
    cancels: 0,
    stakes: total(bodies.map(({ bet }) => bet.stake)),
    returned: total(bodies.map(({ settlement }) => settlement.returned)),
    first_place: first.chain.place,
    last_place: last.body.chain.place,
    root: await receiptHash(last),
  };
}

/** Answers like the server: a page of receipts after a place, also those of a later day. */
const reading =
  (receipts: readonly SettledReceipt[], asked: number[] = []): ReadReceipts =>
  (after) => {
    asked.push(after);
    const listed = receipts.map(({ id, kind, body }) => ({ place: body.chain.place, id: BigInt(id), kind, body }));
    return Promise.resolve(listed.filter(({ place }) => place > after).slice(0, PAGE));
  };

const recompute = (day: DayOfMarket, read: ReadReceipts, onProgress: (done: number) => void = () => undefined) =>
  recomputeDay(day, { mode: 'real', before: BEFORE }, { read, onProgress, now: () => 0 });

describe('recomputing a day', () => {
  it('given honest figures, then it fetches every page of the day and finds nothing', async () => {
    const asked: number[] = [];
    const progress: number[] = [];
    const { findings, receipts } = await recompute(published, reading(chain, asked), (done) => progress.push(done));
    expect([findings, receipts]).toEqual([[], COUNT]);
    expect([published.profits > 0, published.losses > 0]).toEqual([true, true]);
    expect(asked).toEqual([FIRST - 1, FIRST + 2, FIRST + 5]);
    expect(progress).toEqual([3, 6, 8]);
  });

  it('given figures that were published before later results, then only the receipts up to them count', async () => {
    const earlier = await publish(chain.slice(0, -1));
    expect(await recompute(earlier, reading(chain))).toMatchObject({ findings: [], receipts: COUNT - 1 });
  });

  it.each([
    ['a win is not counted', () => ({ profits: published.profits - 1 }), ['counts']],
    ['a payout is left out', () => ({ returned: (published.returned - 1n) as Amount }), ['sums']],
    ['another root is published', () => ({ root: BEFORE }), ['root']],
  ] as const)('given %s, then it is found', async (_, change, found) => {
    expect((await recompute({ ...published, ...change() }, reading(chain))).findings).toEqual(found);
  });

  it('given a receipt that is withheld or cannot be read, then it is found', async () => {
    const withheld = await recompute(published, reading(chain.toSpliced(2, 1)));
    expect(withheld.findings).toContain('places');
    const broken = chain.map((it, at) => (at === 1 ? { ...it, body: { chain: it.body.chain } } : it));
    expect(await recompute(published, reading(broken as SettledReceipt[]))).toMatchObject({
      findings: ['settlements'],
    });
  });

  it('given a first receipt that does not continue the day before, then it is found', async () => {
    const wanted = { mode: 'real', before: 'cd'.repeat(32) } as const;
    const device = { read: reading(chain), onProgress: () => undefined, now: () => 0 };
    expect((await recomputeDay(published, wanted, device)).findings).toEqual(['links']);
  });

  it('finds the root of the day before by its last place in the same market', () => {
    const before = { ...published, first_place: 1, last_place: FIRST - 1, root: BEFORE };
    expect(rootBefore(published, [{ ...before, match_id: 99 }, before, published])).toBe(BEFORE);
    expect(rootBefore(before, [before, published])).toBe(undefined);
  });
});
