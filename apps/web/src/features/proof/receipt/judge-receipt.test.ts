import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import { ladderQuotes } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepMore, NOTHING_KEPT } from '../check/kept-history.ts';
import { AT, newSigner, publishPrice, QUERY, type Signer, START, UNIT } from '../check/sample-house.ts';
import { publishedBy } from '../price/judge-price.ts';
import { judgeReceipt, type ReceiptAnswer, type ReceiptCase, symbolOf, type TradeFinding } from './judge-receipt.ts';
import { ladderRows, reachedRow, rowsAround } from './ladder-rows.ts';
import { hasLadder, isOffered, receiptCommand, receiptText, TRADE_EVIDENCE, tradeResult } from './receipt-evidence.ts';

const ID = '248012128772947968';
const LATER = START + 86_400_000;
const RATES = { levels: 5, spreadRate: UNIT / 1_000n, stepRate: UNIT / 1_000n };
const WORTHS = { levelWorth: 1_000n * UNIT, inventoryMax: 100_000n * UNIT };
const GRID = { priceTick: UNIT / 100n, lot: UNIT / 10n };
const INVENTORY = { base: 500n * UNIT, quote: 5_000n * UNIT };
const SETTINGS = {
  levels: 5,
  spread_rate: '0.001',
  step_rate: '0.001',
  level_worth: '1000',
  inventory_max: '100000',
};
const text = (value: bigint) => formatDecimal(value as Amount);

type JsonObject = Readonly<Record<string, unknown>>;
type Part = 'fill' | 'tick' | 'settings' | 'grid' | 'inventory';

/**
 * Builds a purchase of two lots from the ladder's second level, after all of the first and three lots of the second.
 */
function bodyAt(price: bigint): JsonObject & Record<Part, JsonObject> {
  const { asks } = ladderQuotes({ price, ...INVENTORY, ...GRID, settings: { ...RATES, ...WORTHS } });
  const fill = { id: ID, market: 1, symbol: 'BTC/USDT', side: 'buy', quantity: '0.2', houseTook: false };
  return {
    rule: 'house-ladder',
    version: 1,
    book: 'real',
    taken: (asks[0]?.lots ?? 0) + 3,
    fill: { ...fill, price: text(asks[1]?.price ?? 0n) },
    tick: { market: 1, seq: AT, price: text(price), block: AT },
    inventory: { base: text(INVENTORY.base), quote: text(INVENTORY.quote) },
    settings: { version: 4, ...SETTINGS },
    grid: { price_tick: text(GRID.priceTick), lot: text(GRID.lot) },
  };
}

async function tradeWith(signer: Signer, dollars: bigint): Promise<ReceiptCase> {
  const { proof, listedHeads, listedKeys } = await publishPrice(signer, dollars);
  const settings = { version: 4, value: SETTINGS, from: START };
  const answer = { kind: 'spot.house_fill', body: bodyAt(dollars * UNIT), settings, proof };
  return { query: { id: ID, market: QUERY.market }, answer, listedSettings: [settings], listedHeads, listedKeys };
}

let signer: Signer;
let honest: ReceiptCase;
beforeAll(async () => {
  signer = await newSigner();
  honest = await tradeWith(signer, 100n);
});
const judge = (seen: ReceiptCase, kept = NOTHING_KEPT) => judgeReceipt(seen, kept, LATER);
const withAnswer = (answer: Partial<ReceiptAnswer>): ReceiptCase => ({
  ...honest,
  answer: { ...honest.answer, ...answer },
});
const withBody = (body: JsonObject) => withAnswer({ body: { ...honest.answer.body, ...body } });
const withPart = (part: Part, change: JsonObject) =>
  withBody({ [part]: { ...(honest.answer.body[part] as JsonObject), ...change } });
const wrongBy = (...findings: TradeFinding[]) => ({ kind: 'wrong', findings: expect.arrayContaining(findings) });

describe('the verdict on a trade with the house', () => {
  it('given an honest house, then the trade is correct and rests on the same head as its price', async () => {
    const kept = keepMore(NOTHING_KEPT, publishedBy({ ...honest, query: QUERY, proof: honest.answer.proof }), START);
    expect(await judge(honest)).toMatchObject({
      kind: 'correct',
      findings: [],
      judged: { price: { keptHead: undefined } },
    });
    expect(await judge(honest, kept)).toMatchObject({
      kind: 'correct',
      judged: { price: { keptHead: { number: 6 } } },
    });
  });

  it('given a resting order, when the house takes it at a better price for the house, then it is correct', async () => {
    const { price } = honest.answer.body.fill as { price: string };
    const better = text(parseDecimal<Price>(price) + 5n * GRID.priceTick);
    expect(await judge(withPart('fill', { houseTook: true, price: better }))).toMatchObject({ kind: 'correct' });
    expect(await judge(withPart('fill', { price: better }))).toMatchObject(wrongBy('price'));
  });

  it('given one changed field anywhere, then it is not correct, and the finding is named', async () => {
    const changes: readonly (readonly [ReceiptCase, TradeFinding])[] = [
      [withPart('fill', { price: '100.21' }), 'price'],
      [withPart('fill', { price: '100.205' }), 'grid'],
      [withPart('fill', { quantity: '999' }), 'offered'],
      [withPart('fill', { side: 'sell' }), 'price'],
      [withPart('fill', { id: '7' }), 'asked'],
      [withPart('fill', { market: 2 }), 'asked'],
      [withBody({ taken: 0 }), 'price'],
      [withBody({ taken: 1.5 }), 'offered'],
      [withBody({ book: 'foreign' }), 'book'],
      [withBody({ rule: 'house-mood' }), 'rule'],
      [withPart('tick', { price: '100.01' }), 'sealed'],
      [withPart('tick', { block: AT + 1 }), 'sealed'],
      [withPart('settings', { spread_rate: '0.002' }), 'published'],
      [withPart('settings', { levels: 100_000 }), 'settings'],
      [withPart('settings', { version: 5 }), 'published'],
      [withAnswer({ kind: 'spot.gift' }), 'kind'],
      [withPart('fill', { price: 'much' }), 'unreadable'],
      [withBody({ settings: undefined }), 'unreadable'],
      [withAnswer({ body: {} }), 'unreadable'],
    ];
    for (const [seen, finding] of changes) expect(await judge(seen), finding).toMatchObject(wrongBy(finding));
  });

  it('given another trade or market than requested, then it is wrong', async () => {
    expect(await judge({ ...honest, query: { ...honest.query, id: '8' } })).toMatchObject(wrongBy('asked'));
    expect(await judge({ ...honest, query: { ...honest.query, market: 2 } })).toMatchObject(wrongBy('asked'));
  });

  it('given settings missing from the list of all versions, or different there, then it is wrong', async () => {
    const [listed] = honest.listedSettings as [ReceiptCase['listedSettings'][number]];
    const other = { ...listed, value: { ...SETTINGS, step_rate: '0.002' } };
    expect(await judge({ ...honest, listedSettings: [] })).toMatchObject(wrongBy('published'));
    expect(await judge({ ...honest, listedSettings: [other] })).toMatchObject(wrongBy('published'));
    expect(await judge(withAnswer({ settings: other }))).toMatchObject({ kind: 'wrong', findings: ['published'] });
    expect(await judge(withAnswer({ settings: null }))).toMatchObject({ kind: 'wrong', findings: ['published'] });
  });

  it('given a correct trade at a price that was not sealed like that, then the trade is wrong too', async () => {
    const price = (101n * UNIT) as Price;
    expect(await judge(withAnswer({ proof: { ...honest.answer.proof, price } }))).toMatchObject({
      kind: 'wrong',
      findings: [],
      judged: { price: { kind: 'wrong', findings: ['told'] } },
    });
  });

  it('given no head yet, then it is only sealed; given another fault, then it is wrong', async () => {
    const early = { ...withAnswer({ proof: { ...honest.answer.proof, after: [], heads: [] } }), listedHeads: [] };
    expect(await judge(early)).toMatchObject({ kind: 'sealed', judged: { price: { isHeadDue: false } } });
    const body = { ...honest.answer.body, book: 'foreign' };
    expect(await judge({ ...early, answer: { ...early.answer, body } })).toMatchObject(wrongBy('book'));
  });

  it('law: a trade sealed again at another price is self-consistent, but differs from the stored history', async () => {
    const again = await tradeWith(signer, 105n);
    const kept = keepMore(NOTHING_KEPT, publishedBy({ ...honest, query: QUERY, proof: honest.answer.proof }), START);
    expect(await judge(again)).toMatchObject({ kind: 'correct' });
    expect(await judge(again, kept)).toMatchObject({ kind: 'rewritten', findings: [] });
  });
});

describe('the display of a trade', () => {
  it('given the ladder, then every lot of the trade is on its level, after what was taken before', async () => {
    const { judged } = await judge(honest);
    const rows = judged === undefined ? [] : ladderRows(judged.receipt.fill);
    const taken = rows.map(({ before, here }) => [text(before), text(here)]);
    expect(taken.slice(1)).toEqual([['0.3', '0.2'], ...rows.slice(2).map(() => ['0', '0'])]);
    expect(rows[0]?.before).toBe(rows[0]?.offered);
    expect(reachedRow(rows)).toMatchObject({ level: 2, price: judged?.receipt.fill.fill.price });
    expect(rowsAround(rows).map(({ level }) => level)).toEqual([1, 2, 3, 4, 5]);
  });

  it('given an invalid count, or settings without a ladder, then nothing breaks', async () => {
    const { judged } = await judge(withBody({ taken: 1.5 }));
    expect(judged && ladderRows(judged.receipt.fill)).toHaveLength(5);
    expect(hasLadder(await judge(withPart('settings', { levels: 100_000 })))).toBe(false);
    expect(hasLadder(await judge(honest))).toBe(true);
  });

  it('given many levels, then the touched one is shown among its neighbours', () => {
    const row = (level: number) => ({ level, price: 1n as Price, offered: 1n as Amount, before: 0n as Amount });
    const rows = (touched: number) =>
      Array.from({ length: 40 }, (_, index) => ({ ...row(index + 1), here: BigInt(index + 1 === touched) as Amount }));
    const levels = (touched: number) => rowsAround(rows(touched)).map(({ level }) => level);
    expect([levels(1), levels(20), levels(40)]).toEqual([
      [1, 2, 3, 4, 5],
      [18, 19, 20, 21, 22],
      [36, 37, 38, 39, 40],
    ]);
  });

  it('given a finding, then the piece it concerns fails; given a bad price, then the index does', async () => {
    const fails = async (seen: ReceiptCase) => {
      const verdict = await judge(seen);
      return TRADE_EVIDENCE.filter((it) => tradeResult(it, verdict) === 'fails');
    };
    expect(await fails(honest)).toEqual([]);
    expect([isOffered(await judge(honest)), isOffered(await judge(withBody({ taken: 0 })))]).toEqual([true, false]);
    expect(await fails(withBody({ book: 'foreign' }))).toEqual(['receipt']);
    expect(await fails(withAnswer({ proof: { ...honest.answer.proof, volume: 1n as Amount } }))).toEqual(['index']);
    expect(await fails(withPart('fill', { price: '100.21' }))).toEqual(['price']);
    expect(await fails(withAnswer({ body: {} }))).toEqual([...TRADE_EVIDENCE]);
  });

  it.each([
    ['more than there was', () => withPart('fill', { quantity: '999' }), ['offer', 'price']],
    ['a count that is none', () => withBody({ taken: 1.5 }), ['offer', 'price']],
    ['nothing at all', () => withPart('fill', { quantity: '0' }), ['rule', 'offer', 'price']],
    ['less than a lot', () => withPart('fill', { quantity: '0.01' }), ['rule', 'offer', 'price']],
  ])(
    'given a trade of %s, which no ladder offered, then its price is not reported as correct',
    async (_what, seen, pieces) => {
      const verdict = await judge(seen());
      expect(TRADE_EVIDENCE.filter((it) => tradeResult(it, verdict) === 'fails')).toEqual(pieces);
    },
  );

  it('given no head yet, then the index price is open and the rest holds; given another price, then it fails', async () => {
    const early = { ...withAnswer({ proof: { ...honest.answer.proof, after: [], heads: [] } }), listedHeads: [] };
    const verdict = await judge(early);
    const standings = TRADE_EVIDENCE.map((it) => tradeResult(it, verdict));
    expect(standings).toEqual(['holds', 'holds', 'open', 'holds', 'holds', 'holds']);
    const tick = { ...(honest.answer.body.tick as JsonObject), price: '100.01' };
    const lie = { ...early, answer: { ...early.answer, body: { ...early.answer.body, tick } } };
    expect(tradeResult('index', await judge(lie))).toBe('fails');
  });

  it('given a receipt, when it is copied, then it is as sent, and the command fetches the same', async () => {
    const verdict = await judge(honest);
    const copied = JSON.parse(receiptText({ answer: honest.answer, verdict, kept: undefined }));
    expect(copied).toMatchObject({ body: { fill: { id: ID } }, proof: { price: '100' } });
    expect(receiptCommand('https://x.example', ID)).toBe(`npm run verify -- https://x.example receipt ${ID}`);
    expect([symbolOf(honest.answer), symbolOf({ ...honest.answer, body: {} })]).toEqual(['BTC/USDT', undefined]);
  });
});
