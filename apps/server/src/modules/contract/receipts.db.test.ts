import { expectDefined, firstIdAt } from '@app/base';
import {
  closePosition,
  contractClassOf,
  contractSettings,
  coverShortfall,
  nextOvernightIndex,
  notionalAt,
  type Position,
  quoteAround,
  type SettlementCause,
} from '@app/domain/contract';
import { type Amount, divideRounded, multiply, type Price, parseDecimal, type Rate } from '@app/money';
import { type ContractAnswer, checkContract, readContract } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { aTick } from '../../../test/price-testbed.ts';
import { openReceiptTestbed, type ReceiptTestbed } from '../../../test/receipt-testbed.ts';
import { transactOn } from '../../platform/db/transact.ts';
import type { SealedBlock } from '../market/index.ts';
import { checkReceipts, issueReceipts } from '../proof/index.ts';
import {
  type ChainedReceipt,
  openReceipt,
  overnightReceipt,
  type ReceiptContext,
  type ReceiptTick,
  settlementReceipt,
} from './receipts.ts';

const HOLDS = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };
const MARKETS = { 'BTC/USDT': { id: 1, category: 'crypto' } };
const amount = (text: string) => parseDecimal<Amount>(text);
const TICK = parseDecimal<Price>('0.01');
const LOT = amount('0.001');
const NONE = parseDecimal<Price>('0');
const CLASS = contractClassOf(contractSettings.classes.initial, { id: 1, category: 'crypto' });
let testbed: ReceiptTestbed;

beforeAll(async () => {
  testbed = await openReceiptTestbed();
});

const sealOne = (price: string) => testbed.seal([aTick(1, price, Date.now()), aTick(2, '20', Date.now())]);

function tickOf({ number, ticks }: SealedBlock): ReceiptTick {
  const { seq, price } = expectDefined(ticks[0], 'the first tick');
  return { seq, price, block: number };
}

const contextAt = (block: SealedBlock, more: Partial<ReceiptContext> = {}): ReceiptContext => ({
  mode: 'demo',
  market: { id: 1, symbol: 'BTC/USDT', priceTick: TICK },
  multiplier: LOT,
  tick: tickOf(block),
  terms: { version: 0, value: contractSettings.terms.initial },
  class: { version: 0, value: CLASS },
  chain: { place: 0, hash: null },
  atMs: Date.now(),
  ...more,
});

const issue = async (...receipts: readonly ChainedReceipt[]) =>
  await transactOn(testbed.as('engine').db)((tx) =>
    issueReceipts(
      tx,
      receipts.map(({ receipt }) => receipt),
    ),
  );

type Opened = { readonly id: bigint; readonly position: Position; readonly chained: ChainedReceipt };

/** Opens a long of fifty lots at the ask and issues its receipt. */
async function open(
  block: SealedBlock,
  more: Partial<ReceiptContext> = {},
  { id, orderedMs }: { readonly id: bigint; readonly orderedMs: number } = {
    id: testbed.nextId(),
    orderedMs: block.atMs - 5,
  },
): Promise<Opened> {
  const context = contextAt(block, more);
  const market = { priceTick: TICK, multiplier: LOT };
  const { ask } = quoteAround(context.tick.price, market, CLASS.spreadRate);
  const lots = amount('50');
  const notional = notionalAt({ market, lots }, ask);
  const position: Position = {
    side: 'long',
    market,
    lots,
    entry: ask,
    leverage: 7,
    margin: divideRounded(notional, 7n, 'up') as Amount,
    openFee: multiply(notional, context.terms.value.openFeeRate, 'up'),
    overnightSince: NONE,
    overnightCharged: amount('0'),
    terms: context.terms.value,
  };
  const order = { kind: 'market' as const, limit: undefined, afterSeq: context.tick.seq - 1, atMs: orderedMs };
  const chained = openReceipt(context, { id, series: undefined, position, order });
  await issue(chained);
  return { id, position, chained };
}

/** Ends lots of a position that was opened, after the receipts before it, and issues the receipt. */
async function end(
  { id, position }: Opened,
  block: SealedBlock,
  {
    before,
    cause = 'user',
    rest,
    part = position,
    trigger,
  }: {
    readonly before: ChainedReceipt;
    readonly cause?: SettlementCause;
    readonly part?: Position;
    readonly rest?: Position;
    readonly trigger?: ReceiptTick;
  },
): Promise<ChainedReceipt & { readonly id: string }> {
  const terms = { version: 0, value: position.terms };
  const context = contextAt(block, { chain: before.chain, terms });
  const settlement = closePosition(part, quoteAround(context.tick.price, part.market, CLASS.spreadRate), NONE);
  const own = testbed.nextId();
  const chained = settlementReceipt(context, {
    id: own,
    position: id,
    series: undefined,
    cause,
    part,
    rest,
    settlement,
    cover: coverShortfall(settlement.shortfall, { insurance: amount('5'), capital: amount('5') }),
    overnightIndex: NONE,
    stopLoss: trigger?.price,
    takeProfit: undefined,
    changed: { seq: (trigger?.seq ?? context.tick.seq) - 1, ms: block.atMs - 60_000 },
    trigger,
  });
  await issue(chained);
  return { ...chained, id: String(own) };
}

const shareOf = (position: Position, lots: string): Position => ({
  ...position,
  lots: amount(lots),
  margin: divideRounded(position.margin * amount(lots), position.lots, 'down') as Amount,
});

async function answerTo(id: string): Promise<ContractAnswer> {
  const { data, error } = await testbed.getReceipt(id);
  if (data === undefined) throw new Error(error);
  return data as unknown as ContractAnswer;
}

const judge = async (id: string) => await checkContract(readContract(await answerTo(id), { id, markets: MARKETS }));

describe('the receipts of contracts', () => {
  it('given a position, when its receipt is requested, then it waits for its seal and then has no fault', async () => {
    const { id } = await open(await sealOne('67123.45'));
    expect(await judge(String(id))).toEqual({ ...HOLDS, isAwaited: true });
    await sealOne('67123.46');
    expect(await judge(String(id))).toEqual(HOLDS);
    await testbed.publishHead();
    expect(await judge(String(id))).toEqual(HOLDS);
    expect((await answerTo(String(id))).earlier).toEqual([]);
  });

  it('given a position closed in parts, when each is requested, then it shows all receipts before it', async () => {
    const opened = await open(await sealOne('50000'));
    const { position } = opened;
    const part = shareOf(position, '20');
    const rest = { ...position, lots: amount('30'), margin: (position.margin - part.margin) as Amount };
    const first = await end(opened, await sealOne('50100'), { before: opened.chained, part, rest });
    const second = await end(opened, await sealOne('50200'), { before: first, part: rest });
    await sealOne('50300');
    expect(await judge(first.id)).toEqual(HOLDS);
    expect(await judge(second.id)).toEqual(HOLDS);
    const { earlier } = await answerTo(second.id);
    expect(earlier.map((it) => it.id)).toEqual([String(opened.id), first.id]);
  });

  it('given a stop, when its receipt is requested, then it proves the tick that fired it too', async () => {
    const opened = await open(await sealOne('40000'));
    const fired = await sealOne('39000');
    const stopped = await end(opened, await sealOne('38900'), {
      before: opened.chained,
      cause: 'stop',
      trigger: tickOf(fired),
    });
    await sealOne('38800');
    const { second } = await answerTo(stopped.id);
    expect(second).toMatchObject({ header: { number: fired.number } });
    // The last change is said to be a minute ago: only the tick before the trigger was.
    expect(await judge(stopped.id)).toEqual(HOLDS);
  });

  it('given nights, when each is requested, then it shows those of its market and mode before it', async () => {
    const nights: string[] = [];
    let before: ChainedReceipt | undefined;
    let index = NONE;
    for (const [at, price] of ['30000', '30001', '30002'].entries()) {
      const block = await sealOne(price);
      const context = contextAt(block, { mode: 'real', chain: before?.chain ?? { place: 0, hash: null } });
      const id = testbed.nextId();
      const indexAfter = nextOvernightIndex(index, context.tick.price, CLASS.overnightRate);
      before = overnightReceipt(context, { id, day: `2025-11-1${at}`, indexBefore: index, indexAfter });
      index = indexAfter;
      await issue(before);
      nights.push(String(id));
    }
    await sealOne('30003');
    for (const [at, id] of nights.entries()) {
      expect(await judge(id)).toEqual(HOLDS);
      expect((await answerTo(id)).earlier.map((it) => it.id)).toEqual(nights.slice(0, at));
    }
  });

  it('given new terms, when a receipt names them, then they are its published settings, and are listed', async () => {
    const { terms } = contractSettings;
    const value = { ...terms.initial, openFeeRate: parseDecimal<Rate>('0.0007') };
    const version = await changeSetting(testbed, terms, value);
    const { id } = await open(await sealOne('60000'), { terms: { version, value } });
    const made = await open(await sealOne('60000'), { terms: { version: 0, value } });
    await sealOne('60001');
    expect(await judge(String(id))).toEqual(HOLDS);
    expect(await judge(String(made.id))).toEqual({ ...HOLDS, receipt: ['published'] });
    const { data } = await testbed.fetchSettings('contract.terms');
    expect(data?.list.map((it) => it.version)).toEqual([version, 0]);
    const classes = await testbed.fetchSettings('contract.classes');
    expect(classes.data?.list).toMatchObject([{ version: 0, value: { classes: [{ name: 'major' }, {}, {}, {}] } }]);
  });

  it('given a limit order that waited for weeks, when it opens, then a block seals its receipt under its old id', async () => {
    const owner = await testbed.bare('migrate');
    await owner.query(`create table receipt_early partition of receipt
      for values from (id_floor('2026-01-01Z')) to (id_floor('2026-01-08Z'))`);
    const orderedMs = Date.parse('2026-01-03T00:00:00Z');
    const block = await sealOne('50000');
    const early = await open(block);
    const late = await open(block, {}, { id: firstIdAt(orderedMs) + 7n, orderedMs });
    expect(await judge(String(late.id))).toEqual({ ...HOLDS, isAwaited: true });
    const { number } = await sealOne('50001');
    await sealOne('50002');
    expect(await judge(String(late.id))).toEqual(HOLDS);
    expect(await judge(String(early.id))).toEqual(HOLDS);
    for (const { id } of [late, early])
      expect((await answerTo(String(id))).seal?.blocks.at(-1)?.number, String(id)).toBe(number);
  });

  it('given receipts of positions, when all are compared, then lots that are settled twice are named, and nothing else', async () => {
    const check = () => checkReceipts(testbed.as('worker').db, Date.now() - 60_000);
    expect(await check()).toEqual([]);
    const opened = await open(await sealOne('70000'));
    const first = await end(opened, await sealOne('70001'), { before: opened.chained });
    const again = await end(opened, await sealOne('70002'), { before: opened.chained });
    const later = await end(opened, await sealOne('70003'), { before: { ...first, chain: { place: 3, hash: 'x' } } });
    const other = await open(await sealOne('70000'));
    const more = await end(other, await sealOne('70001'), {
      before: other.chained,
      part: shareOf(other.position, '60'),
    });
    const found = await check();
    expect(found.map(({ receipt, rule }) => [String(receipt), rule])).toEqual([
      [first.id, 'place'],
      [again.id, 'place'],
      [later.id, 'place'],
      [more.id, 'lots'],
    ]);
    expect(found[3]?.detail).toMatch(/place 1 and 60 lots .* which left 50 lots$/);
  });
});
