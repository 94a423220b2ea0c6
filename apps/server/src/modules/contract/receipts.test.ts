import {
  type ContractMarket,
  type ContractNow,
  type ContractRules,
  chargeOvernight,
  closePosition,
  contractClassOf,
  contractSettings,
  coverShortfall,
  deliverPosition,
  isLiquidated,
  liquidatePosition,
  maintenanceMargin,
  nextOvernightIndex,
  notionalAt,
  openingPrice,
  openPosition,
  type Position,
  placeLimit,
  quoteAround,
  resultAt,
  type Settlement,
  type SettlementCause,
  splitPosition,
  unpaidOvernight,
} from '@app/domain/contract';
import { type Amount, multiply, ONE, type Price, parseDecimal, type Rate } from '@app/money';
import {
  CONTRACT_CHECKS,
  type ContractReceipt,
  type ContractTermsText,
  type IssuedContract,
  OPEN_RULE_CHECKS,
  OVERNIGHT_RULE_CHECKS,
  readOutcome,
  SETTLEMENT_RULE_CHECKS,
} from '@app/verifier';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ChainedReceipt,
  openReceipt,
  overnightReceipt,
  type ReceiptContext,
  settlementReceipt,
} from './receipts.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const TERMS = {
  version: 4,
  value: { ...contractSettings.terms.initial, liquidationFeeRate: parseDecimal<Rate>('0.0015') },
};
const CLASS = contractClassOf(contractSettings.classes.initial, { id: 1, category: 'crypto' });

const MARKETS = [
  { priceTick: price('0.01'), multiplier: amount('0.001'), from: 5_000_000 },
  { priceTick: price('0.00001'), multiplier: amount('100'), from: 20_000 },
  { priceTick: price('0.0000001'), multiplier: amount('1000000'), from: 120 },
];

/** Turns a stored receipt into what a reader gets. */
const issuedOf = ({ receipt }: ChainedReceipt): IssuedContract =>
  JSON.parse(JSON.stringify({ id: String(receipt.id), kind: receipt.kind, body: receipt.body })) as IssuedContract;

const RULES = { open: OPEN_RULE_CHECKS, settlement: SETTLEMENT_RULE_CHECKS, overnight: OVERNIGHT_RULE_CHECKS };

/** Recomputes a receipt by the verifier's own rules, without its seal. */
async function expectHolds(chained: ChainedReceipt, earlier: readonly ChainedReceipt[]): Promise<void> {
  const issued = issuedOf(chained);
  const outcome = readOutcome(issued.body);
  const wrong = Object.entries(RULES[outcome.kind]).filter(([, holds]) => !holds(outcome as never));
  expect(wrong, JSON.stringify(issued.body)).toEqual([]);
  const looked = {
    issued,
    kind: issued.kind,
    outcome,
    earlier: earlier.map(issuedOf),
    claim: { market: 1 },
    terms: { version: 4, value: contractSettings.terms.codec.encode(TERMS.value) as ContractTermsText },
    classes: { version: 9, value: contractSettings.classes.codec.encode(contractSettings.classes.initial) },
  } as unknown as ContractReceipt;
  expect(CONTRACT_CHECKS.kind(looked)).toBe(true);
  expect(CONTRACT_CHECKS.published(looked)).toBe(true);
  expect(await CONTRACT_CHECKS.chain(looked), JSON.stringify(looked.earlier)).toBe(true);
}

type Life = {
  readonly market: (typeof MARKETS)[number];
  readonly side: 'long' | 'short';
  readonly lots: number;
  readonly leverage: number;
  readonly limit: number;
  readonly moves: readonly { readonly by: number; readonly act: string; readonly share: number }[];
  readonly insurance: bigint;
  /** Day of delivery; undefined for a perpetual contract. */
  readonly series: string | undefined;
};

const lives: fc.Arbitrary<Life> = fc.record({
  market: fc.constantFrom(...MARKETS),
  side: fc.constantFrom('long' as const, 'short' as const),
  lots: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 3_000_000 })),
  leverage: fc.integer({ min: 1, max: 100 }),
  limit: fc.integer({ min: -2, max: 2 }),
  moves: fc.array(
    fc.record({
      by: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -400, max: 400 })),
      act: fc.constantFrom(
        'night',
        'charged',
        'edge',
        'part',
        'add',
        'user',
        'stop',
        'profit',
        'delivery',
        'reverse',
        'wait',
      ),
      share: fc.integer({ min: 1, max: 99 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  insurance: fc.bigInt({ min: 0n, max: 100n * ONE }),
  series: fc.constantFrom(undefined, '2026-12-25'),
});

const onTick = (value: bigint, tick: Price): Price => {
  const ticks = value / tick;
  return ((ticks > 0n ? ticks : 1n) * tick) as Price;
};

const rulesOf = (): ContractRules => ({
  terms: TERMS.value,
  leverageMax: CLASS.leverageMax,
  spreadRate: CLASS.spreadRate,
  overnightRate: CLASS.overnightRate,
  removalBufferRate: contractSettings.removalBufferRate.initial,
  lotsMin: contractSettings.lotsMin.initial,
  limitBandRate: contractSettings.limitBandRate.initial,
  userNotionalMax: amount('100000000000'),
  netExposureMax: amount('100000000000'),
  stressRate: contractSettings.stressRate.initial,
  closeMargin: {
    minutes: contractSettings.closeMarginMinutes.initial,
    factor: contractSettings.closeMarginFactor.initial,
  },
  openInterest: {
    lower: contractSettings.openInterestLower.initial,
    upper: contractSettings.openInterestUpper.initial,
  },
  liquidationBufferRate: contractSettings.liquidationBufferRate.initial,
  liquidationWholeBelow: contractSettings.liquidationWholeBelow.initial,
});

/** Returns the margin with which a position is just liquidated, or one that it has anyway. */
function edgeMargin(position: Position, { index, overnightIndex }: ContractNow): Amount {
  const notional = notionalAt(position, index);
  const fee = multiply(notional, position.terms.closeFeeRate, 'up');
  const needed = maintenanceMargin(position.terms.tiers, notional) + fee;
  const margin = needed - resultAt(position, index) + unpaidOvernight(position, overnightIndex);
  return margin > 0n ? (margin as Amount) : position.margin;
}

/** Plays a life and returns its receipts; undefined if it was never opened. */
function play(life: Life): readonly ChainedReceipt[] | undefined {
  const { priceTick, multiplier, from } = life.market;
  const market: ContractMarket = { priceTick, multiplier };
  const rules = rulesOf();
  let index = (BigInt(from) * priceTick) as Price;
  let seq = 10;
  let nights = price('0.75');
  const receipts: ChainedReceipt[] = [];
  const context = (): ReceiptContext => ({
    mode: 'demo',
    market: { id: 1, symbol: 'BTC/USDT', priceTick },
    multiplier,
    tick: { seq, price: index, block: seq * 3 },
    terms: TERMS,
    class: { version: 9, value: CLASS },
    chain: receipts.at(-1)?.chain ?? { place: 0, hash: null },
    atMs: 1_790_000_000_000 + seq,
  });
  const openContext = {
    market,
    rules,
    now: { index, overnightIndex: nights },
    exposure: {
      ofUser: 0n as Amount,
      net: 0n as Amount,
      stress: { rise: 0n as Amount, fall: 0n as Amount },
      capital: amount('100000000000'),
    },
    available: amount('100000000000'),
  };
  const request = { side: life.side, lots: (BigInt(life.lots) * (ONE / 100n)) as Amount, leverage: life.leverage };
  const limit = life.limit === 0 ? undefined : onTick(index + (index * BigInt(life.limit)) / 100n, priceTick);
  const placed =
    limit === undefined
      ? openPosition(request, openingPrice(life.side, quoteAround(index, market, rules.spreadRate)), openContext)
      : placeLimit(request, limit, openContext);
  if (!placed.ok || ('kind' in placed.value && placed.value.kind === 'resting')) return undefined;
  let position: Position = 'kind' in placed.value ? placed.value.position : placed.value;
  const order = { kind: limit === undefined ? ('market' as const) : ('limit' as const), limit, afterSeq: 9, atMs: 5 };
  receipts.push(openReceipt(context(), { id: 77n, series: life.series, position, order }));

  const end = (cause: SettlementCause, settlement: Settlement, rest?: Position, part = position) => {
    const isStop = cause === 'stop' || cause === 'profit';
    receipts.push(
      settlementReceipt(context(), {
        id: BigInt(1_000 + seq),
        position: 77n,
        series: life.series,
        cause,
        part,
        rest,
        settlement,
        cover: coverShortfall(settlement.shortfall, { insurance: life.insurance as Amount, capital: amount('5') }),
        overnightIndex: nights,
        stopLoss: cause === 'stop' ? index : undefined,
        takeProfit: cause === 'profit' ? index : undefined,
        changed: { seq: seq - 2, ms: 5 },
        trigger: isStop ? { seq: seq - 1, price: index, block: 3 * seq - 3 } : undefined,
      }),
    );
  };
  for (const { by, act, share } of life.moves) {
    seq += 2;
    index = onTick(index + (index * BigInt(by)) / 1_000n, priceTick);
    const quote = quoteAround(index, market, rules.spreadRate);
    const now = { index, overnightIndex: nights };
    if (act === 'edge') position = { ...position, margin: edgeMargin(position, now) };
    if (isLiquidated(position, now)) {
      end('liquidation', liquidatePosition(position, now, quote));
      return receipts;
    }
    if (act === 'night' || act === 'charged') nights = nextOvernightIndex(nights, index, rules.overnightRate);
    if (act === 'charged') position = chargeOvernight(position, nights).position;
    if (act === 'add') position = { ...position, margin: (position.margin + 12_345n) as Amount };
    if (act === 'part') {
      const hundredths = (position.lots / (ONE / 100n)) * BigInt(share);
      const split = splitPosition(position, ((hundredths / 100n) * (ONE / 100n)) as Amount, {
        lotsMin: rules.lotsMin,
        quote,
        overnightIndex: nights,
      });
      if (!split.ok || split.value.rest === undefined) continue;
      const { part, rest } = split.value;
      end('user', closePosition(part, quote, nights), rest, part);
      position = rest;
    }
    if (act === 'delivery' && life.series !== undefined) {
      end('delivery', deliverPosition(position, { index, overnightIndex: nights }));
      return receipts;
    }
    if (act === 'user' || act === 'stop' || act === 'profit' || act === 'reverse') {
      end(act, closePosition(position, quote, nights));
      return receipts;
    }
  }
  return receipts;
}

it('law: the verifier recomputes every receipt of a random life of a position', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const receipts = play(life) ?? [];
      for (const [at, receipt] of receipts.entries()) {
        const { body } = issuedOf(receipt);
        const name = 'settlement' in body ? `${body.settlement.cause}${body.rest === null ? '' : ' part'}` : 'open';
        if ('settlement' in body && body.settlement.overnight_returned !== '0') seen.set('returned nights', 99);
        seen.set(name, (seen.get(name) ?? 0) + 1);
        await expectHolds(receipt, receipts.slice(0, at));
      }
    }),
    { numRuns: 400 },
  );
  // A law about lives that were never opened, or never ended, would hold for nothing.
  for (const name of [
    'open',
    'user',
    'user part',
    'stop',
    'profit',
    'reverse',
    'liquidation',
    'delivery',
    'returned nights',
  ])
    expect(seen.get(name) ?? 0, name).toBeGreaterThan(0);
});

it('law: the verifier recomputes every night, and each continues the one before', async () => {
  const rates = fc.integer({ min: 1, max: 99_999_999 });
  await fc.assert(
    fc.asyncProperty(fc.array(rates, { minLength: 1, maxLength: 6 }), async (prices) => {
      const receipts: ChainedReceipt[] = [];
      let before = 0n as Price;
      for (const [at, ticks] of prices.entries()) {
        const index = (BigInt(ticks) * price('0.00001')) as Price;
        const after = nextOvernightIndex(before, index, CLASS.overnightRate);
        const night = overnightReceipt(
          {
            mode: 'real',
            market: { id: 1, symbol: 'BTC/USDT', priceTick: price('0.00001') },
            tick: { seq: 5 + at, price: index, block: 9 + at },
            class: { version: 9, value: CLASS },
            chain: receipts.at(-1)?.chain ?? { place: 0, hash: null },
            atMs: 1_790_000_000_000,
          },
          { id: BigInt(500 + at), day: `2026-11-${18 + at}`, indexBefore: before, indexAfter: after },
        );
        await expectHolds(night, receipts);
        receipts.push(night);
        before = after;
      }
    }),
  );
});
