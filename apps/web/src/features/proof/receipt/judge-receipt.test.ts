import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import { type HouseReceipt, type ReceiptText, toHex } from '@app/verifier';
import {
  blockTime,
  type House,
  houseFill,
  ladderReceipts,
  makeHouse,
  oldFill,
  RECEIPT_LIES,
  receiptsOf,
  showReceipt,
  TICK_BLOCK,
  TRADED,
} from '@app/verifier/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepMore, NOTHING_KEPT } from '../check/kept-history.ts';
import { answerOf, START } from '../check/sample-house.ts';
import { publishedBy } from '../price/judge-price.ts';
import {
  judgeReceipt,
  placeOf,
  type ReceiptAnswer,
  type ReceiptCase,
  symbolOf,
  type TradeFinding,
} from './judge-receipt.ts';
import { ladderRows, reachedRow, rowsAround } from './ladder-rows.ts';
import {
  ageOf,
  hasLadder,
  isOffered,
  piecesOf,
  receiptCommand,
  receiptText,
  TRADE_EVIDENCE,
  tradeResult,
} from './receipt-evidence.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type Part = 'fill' | 'tick' | 'settings' | 'grid' | 'inventory' | 'chain';
const text = (value: bigint) => formatDecimal(value as Amount);
const LATER = START + 86_400_000;
const random = (end: number) => Math.floor(end / 3);

/** Returns what is published under the key that the receipt's version refers to; a forger may publish other settings. */
function listedOf(shop: House, forged: ReceiptText | undefined, { body }: HouseReceipt) {
  const { version, value } = forged?.settings ?? (body.version === 3 ? shop.settings : shop.oldSettings);
  return { version, value: { ...value }, from: START };
}

/** Returns everything that this device fetches about a receipt. */
async function caseOf(shop: House, receipt: HouseReceipt, forged?: ReceiptText): Promise<ReceiptCase> {
  const { ladder, ...evidence } = forged ?? (await showReceipt(shop, receipt));
  const { settings, freshness, proof } = evidence;
  const answer = {
    ...evidence,
    settings: settings && { ...settings, from: START },
    freshness: freshness ? { ...freshness, from: START } : null,
    proof: { ...answerOf(proof), heads: proof.heads.map((it) => ({ ...it, at: START })) },
  } as unknown as ReceiptAnswer;
  const listedHeads = shop.heads.map(({ number, hash }) => ({ number, hash: toHex(hash), at: START }));
  return {
    query: { id: receipt.id, market: TRADED },
    answer,
    ladder,
    listedSettings: [listedOf(shop, forged, receipt)],
    listedFreshness: [{ version: 2, value: 5_000, from: START }],
    listedHeads,
    listedKeys: answer.proof.keys,
  };
}

let house: House;
let honest: ReceiptCase;
let id: string;
beforeAll(async () => {
  house = await makeHouse(random);
  // The fourth purchase at its price: seven lots of the second level, after all of the first.
  const receipt = ladderReceipts(house, receiptsOf(house)[0] as HouseReceipt)[3] as HouseReceipt;
  id = receipt.id;
  honest = await caseOf(house, receipt);
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

const QUERY = { symbol: 'BTC/USDT', market: TRADED, seq: TICK_BLOCK / 2 };
const keptNow = () =>
  keepMore(NOTHING_KEPT, publishedBy({ ...honest, query: QUERY, proof: honest.answer.proof }), START);

describe('the verdict on a trade with the house', () => {
  it('given an honest house, then the trade is correct and rests on the same head as its price', async () => {
    expect(await judge(honest)).toMatchObject({
      kind: 'correct',
      findings: [],
      judged: { price: { keptHead: undefined } },
    });
    expect(await judge(honest, keptNow())).toMatchObject({
      kind: 'correct',
      judged: { price: { keptHead: { number: 110 } } },
    });
  });

  it('given any receipt of an honest house, of every version, then it is correct', async () => {
    for (const receipt of [...receiptsOf(house), oldFill(house)])
      expect(await judge(await caseOf(house, receipt)), receipt.id).toMatchObject({ kind: 'correct', findings: [] });
  });

  it('given a resting order, when the house takes it at a better price for the house, then its price is right', async () => {
    const { price } = honest.answer.body.fill as { price: string };
    const better = text(parseDecimal<Price>(price) + 5n * 10n ** 16n);
    const taken = await judge(withPart('fill', { houseTook: true, price: better }));
    expect(taken.findings).toEqual(['seal.sealed']);
    expect((await judge(withPart('fill', { price: better }))).findings).toEqual(['price', 'seal.sealed']);
  });

  it('given one changed field anywhere, then it is not correct, and the finding is named', async () => {
    const changes: readonly (readonly [ReceiptCase, TradeFinding])[] = [
      [withPart('fill', { price: '999.21' }), 'price'],
      [withPart('fill', { price: '100.205' }), 'grid'],
      [withPart('fill', { quantity: '999999' }), 'offered'],
      [withPart('fill', { side: 'sell' }), 'price'],
      [withPart('fill', { id: '7' }), 'asked'],
      [withPart('fill', { market: 2 }), 'asked'],
      [withPart('fill', { at: START }), 'time'],
      [withBody({ version: 1 }), 'version'],
      [withBody({ taken: 0 }), 'price'],
      [withBody({ taken: 1.5 }), 'offered'],
      [withBody({ book: 'foreign' }), 'book'],
      [withBody({ rule: 'house-mood' }), 'rule'],
      [withBody({ freshness: { version: 2, max_age_ms: 60_000 } }), 'published'],
      [withPart('chain', { place: 0 }), 'seal.chain'],
      [withPart('inventory', { base: '7' }), 'seal.inventory'],
      [withPart('tick', { price: '100.01' }), 'sealed'],
      [withPart('tick', { block: TICK_BLOCK + 1 }), 'sealed'],
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

  // What a reader kept is compared by the history of the price, which other tests cover.
  it.each(RECEIPT_LIES.filter(({ foundBy }) => !foundBy.includes('kept')))(
    'given $name, then the trade is wrong by "$foundBy"',
    async ({ forge, foundBy }) => {
      const forged = await forge(house, random);
      const { fill } = forged.text.body;
      const receipt = { id: forged.asked?.id ?? fill.id, kind: forged.text.kind, body: forged.text.body };
      const seen = await caseOf(house, receipt, forged.text);
      const own = { ...seen, query: { ...seen.query, market: fill.market }, listedHeads: [] };
      const [part, name] = foundBy.split(' ');
      expect((await judge(own)).findings).toEqual([part === 'seal' ? `seal.${name}` : name]);
    },
  );

  it('given a trade that no block has sealed, then it is awaited for a minute, and wrong after that', async () => {
    const seen = await caseOf(house, houseFill(house, { block: TICK_BLOCK, afterMs: 500, lots: 2, n: 9 }));
    const after = (ms: number) => judgeReceipt(seen, NOTHING_KEPT, blockTime(TICK_BLOCK) + 500 + ms);
    expect(await after(60_000)).toMatchObject({ kind: 'awaited', findings: [] });
    expect(await after(60_001)).toMatchObject({ kind: 'wrong', findings: ['unsealed'] });
    const verdict = await after(1);
    const open = TRADE_EVIDENCE.filter((it) => tradeResult(it, verdict) === 'open');
    expect(open).toEqual(['seal', 'newest', 'taken']);
  });

  it('given a head that covers the price and not the seal, then the trade is not under a head', async () => {
    const { proof } = honest.answer;
    const heads = honest.listedHeads.filter(({ number }) => number === TICK_BLOCK);
    const seen = { ...withAnswer({ proof: { ...proof, after: [], heads } }), listedHeads: heads };
    const soon = await judgeReceipt(seen, NOTHING_KEPT, blockTime(TICK_BLOCK) + 60_000);
    expect(soon).toMatchObject({
      kind: 'sealed',
      isHeadDue: false,
      findings: [],
      judged: { price: { kind: 'correct' } },
    });
    expect(await judge(seen)).toMatchObject({ kind: 'sealed', isHeadDue: true });
  });

  it('given another trade or market than requested, then it is wrong', async () => {
    expect(await judge({ ...honest, query: { ...honest.query, id: '8' } })).toMatchObject(wrongBy('asked'));
    expect(await judge({ ...honest, query: { ...honest.query, market: 2 } })).toMatchObject(wrongBy('asked'));
  });

  it('given settings missing from the list of all versions, or different there, then it is wrong', async () => {
    const [listed] = honest.listedSettings as [ReceiptCase['listedSettings'][number]];
    const classes = house.settings.value.classes.map((it) => ({ ...it, step_rate: '0.002' }));
    const other = { ...listed, value: { classes } };
    expect(await judge({ ...honest, listedSettings: [] })).toMatchObject(wrongBy('published'));
    expect(await judge({ ...honest, listedSettings: [other] })).toMatchObject(wrongBy('published'));
    expect(await judge(withAnswer({ settings: other as never }))).toMatchObject({
      kind: 'wrong',
      findings: ['published'],
    });
    expect(await judge({ ...honest, listedFreshness: [] })).toMatchObject(wrongBy('published'));
    expect(await judge(withAnswer({ settings: null }))).toMatchObject({ kind: 'wrong', findings: ['published'] });
  });

  it('given a correct trade at a price that was not sealed like that, then the trade is wrong too', async () => {
    const price = (101n * 10n ** 18n) as Price;
    expect(await judge(withAnswer({ proof: { ...honest.answer.proof, price } }))).toMatchObject({
      kind: 'wrong',
      findings: [],
      judged: { price: { kind: 'wrong', findings: ['told'] } },
    });
  });

  it('given no head yet, then it is only sealed; given another fault, then it is wrong', async () => {
    const early = { ...withAnswer({ proof: { ...honest.answer.proof, after: [], heads: [] } }), listedHeads: [] };
    const soon = await judgeReceipt(early, NOTHING_KEPT, blockTime(TICK_BLOCK) + 60_000);
    expect(soon).toMatchObject({ kind: 'sealed', isHeadDue: false, judged: { price: { isHeadDue: false } } });
    const body = { ...honest.answer.body, book: 'foreign' };
    expect(await judge({ ...early, answer: { ...early.answer, body } })).toMatchObject(wrongBy('book'));
  });

  it('law: a trade in a second history is self-consistent, but differs from the stored one', async () => {
    const kept = keptNow();
    const again = await makeHouse((end) => Math.floor(end / 2));
    const receipt = receiptsOf(again)[0] as HouseReceipt;
    const seen = await caseOf({ ...again, signers: house.signers }, receipt, await showReceipt(again, receipt));
    expect(await judge(seen)).toMatchObject({ kind: 'correct' });
    expect(await judge(seen, kept)).toMatchObject({ kind: 'rewritten', findings: [] });
  });
});

describe('the display of a trade', () => {
  it('given the ladder, then every lot of the trade is on its level, after what was taken before', async () => {
    const { judged } = await judge(honest);
    const rows = judged === undefined ? [] : ladderRows(judged.receipt.fill);
    const taken = rows.map(({ before, here }) => [text(before), text(here)]);
    expect(taken.slice(1)).toEqual([['0', '0.0007'], ...rows.slice(2).map(() => ['0', '0'])]);
    expect(rows[0]?.before).toBe(rows[0]?.offered);
    expect(reachedRow(rows)).toMatchObject({ level: 2, price: judged?.receipt.fill.fill.price });
    expect(rowsAround(rows).map(({ level }) => level)).toEqual([1, 2, 3, 4, 5]);
  });

  it('given an invalid count, or settings without a ladder, then nothing breaks', async () => {
    const { judged } = await judge(withBody({ taken: 1.5 }));
    expect(judged && ladderRows(judged.receipt.fill)).toHaveLength(10);
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
    expect(await fails(withBody({ book: 'foreign' }))).toEqual(['receipt', 'seal', 'taken', 'offer', 'price']);
    expect(await fails(withAnswer({ proof: { ...honest.answer.proof, volume: 1n as Amount } }))).toEqual(['index']);
    expect(await fails(withPart('fill', { price: '999.21' }))).toEqual(['seal', 'price']);
    expect(await fails(withAnswer({ body: {} }))).toEqual([...TRADE_EVIDENCE]);
  });

  it.each([
    ['more than there was', () => withPart('fill', { quantity: '999999' }), ['seal', 'offer', 'price']],
    ['a count that is none', () => withBody({ taken: 1.5 }), ['seal', 'taken', 'offer', 'price']],
    ['nothing at all', () => withPart('fill', { quantity: '0' }), ['seal', 'rule', 'offer', 'price']],
    ['less than a lot', () => withPart('fill', { quantity: '0.00001' }), ['seal', 'rule', 'offer', 'price']],
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
    expect(TRADE_EVIDENCE.filter((it) => tradeResult(it, verdict) !== 'holds')).toEqual(['index']);
    const tick = { ...(honest.answer.body.tick as JsonObject), price: '100.01' };
    const lie = { ...early, answer: { ...early.answer, body: { ...early.answer.body, tick } } };
    expect(tradeResult('index', await judge(lie))).toBe('fails');
  });

  it('given a receipt, when it is copied, then it is as sent, and the command fetches the same', async () => {
    const verdict = await judge(honest);
    const copied = JSON.parse(receiptText({ ...honest, verdict, kept: undefined }));
    expect(copied).toMatchObject({ body: { fill: { id } }, ladder: [{}, {}, {}, {}] });
    expect(receiptCommand('https://x.example', id)).toBe(`npm run verify -- https://x.example receipt ${id}`);
    expect([symbolOf(honest.answer), symbolOf({ ...honest.answer, body: {} })]).toEqual(['BTC/USDT', undefined]);
    expect([placeOf(honest.answer), placeOf({ ...honest.answer, body: {} })]).toEqual([3, 0]);
  });

  it('given a receipt of either version, then the pieces it has are shown, and the age of its price', async () => {
    const { judged } = await judge(honest);
    const old = await judge(await caseOf(house, oldFill(house)));
    const own = judged?.receipt;
    const first = old.judged?.receipt;
    expect(own && [piecesOf(own), ageOf(own)]).toEqual([TRADE_EVIDENCE, 3_550]);
    expect(first && [piecesOf(first).includes('seal'), ageOf(first)]).toEqual([false, undefined]);
  });
});
