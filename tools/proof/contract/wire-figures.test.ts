import { contractMarketOf, figuresOf, isPosition, nowOf, positionOf, previewClose } from '@app/client/contract';
import {
  addMargin,
  type ContractNow,
  chargeOvernight,
  closePosition,
  equityAt,
  LOT_STEP,
  liquidationPrice,
  notionalAt,
  openingPrice,
  type Position,
  quoteAround,
  resultAt,
  returnOnMargin,
  riskRate,
  splitPosition,
  unpaidOvernight,
} from '@app/domain/contract';
import {
  type Amount,
  divideRounded,
  max,
  multiply,
  ONE,
  type Price,
  parseDecimal,
  type Rate,
  subtract,
} from '@app/money';
import { readContractRules, submitContract } from '@app/protocol/contract';
import { toWireDeal } from '@app/server/modules/contract';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';

const RUNS = inject('isLong') ? 20_000 : 1_000;

/** Tick, base units of a lot, and a price; in the second and third nearly every product has to be rounded. */
const MARKETS = [
  ['0.01', '0.001', '67842.1'],
  ['0.00000001', '0.000001', '1234.56789012'],
  ['0.00000001', '1000000', '0.00001234'],
  ['1', '0.001', '39000'],
] as const;

const rateUpTo = (most: string) =>
  fc.bigInt({ min: 0n, max: parseDecimal(most) / 10n ** 10n }).map((steps) => (steps * 10n ** 10n) as Rate);

const terms = fc.record({
  openFeeRate: rateUpTo('0.005'),
  closeFeeRate: rateUpTo('0.005'),
  liquidationFeeRate: rateUpTo('0.005'),
  tiers: fc
    .tuple(rateUpTo('0.01'), rateUpTo('0.02'), fc.bigInt({ min: 1n, max: 100_000n }))
    .map(([low, rise, above]) => [
      { above: 0n as Amount, rate: low },
      { above: (above * ONE) as Amount, rate: (low + rise + 10n ** 10n) as Rate },
    ]),
});

const movedBy = (price: Price, thousandths: bigint, tick: Price): Price => {
  const exact = (price * thousandths) / 1_000n;
  return max((exact - (exact % tick)) as Price, tick);
};

/** A position as the engine holds it after its opening, some nights, added margin and a closed part; a price; a part to close. */
const cases = fc
  .record({
    listed: fc.constantFrom(...MARKETS),
    terms,
    side: fc.constantFrom('long', 'short'),
    steps: fc.bigInt({ min: 2n, max: 10_000_000n }),
    leverage: fc.integer({ min: 1, max: 100 }),
    spreadRate: rateUpTo('0.001'),
    nights: fc.tuple(rateUpTo('0.01'), rateUpTo('0.01'), rateUpTo('0.01')),
    added: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    isAdded: fc.boolean(),
    move: fc.oneof(fc.bigInt({ min: 980n, max: 1_020n }), fc.bigInt({ min: 200n, max: 3_000n })),
    part: fc.bigInt({ min: 1n, max: 10_000n }),
    isCut: fc.boolean(),
  })
  .map((it) => {
    const [tick, multiplier, start] = it.listed;
    const market = { priceTick: parseDecimal<Price>(tick), multiplier: parseDecimal<Amount>(multiplier) };
    const index = movedBy(parseDecimal<Price>(start), 1_000n, market.priceTick);
    const quote = quoteAround(index, market, it.spreadRate);
    const entry = openingPrice(it.side, quote);
    const lots = (it.steps * LOT_STEP) as Amount;
    const notional = notionalAt({ market, lots }, entry);
    const night = (rate: Rate) => multiply(entry as bigint as Amount, rate, 'up') as bigint as Price;
    const [since, charged, due] = it.nights.map(night) as [Price, Price, Price];
    const opened: Position = {
      side: it.side,
      market,
      lots,
      entry,
      leverage: it.leverage,
      margin: divideRounded(notional, BigInt(it.leverage), 'up') as Amount,
      openFee: multiply(notional, it.terms.openFeeRate, 'up'),
      overnightSince: since,
      overnightCharged: 0n as Amount,
      terms: it.terms,
    };
    const paid = chargeOvernight(opened, (since + charged) as Price).position;
    const grown = it.isAdded ? addMargin(paid, it.added as Amount, it.added as Amount) : undefined;
    const whole = grown?.ok ? grown.value : paid;
    const overnightIndex = (since + charged + due) as Price;
    const cut = splitPosition(whole, shareOf(lots, it.part), { lotsMin: LOT_STEP, quote, overnightIndex });
    const position = (it.isCut && cut.ok ? cut.value.rest : undefined) ?? whole;
    const now: ContractNow = { index: movedBy(index, it.move, market.priceTick), overnightIndex };
    return { position, now, spreadRate: it.spreadRate, part: shareOf(position.lots, it.part) };
  });

/** Returns some ten-thousandths of a number of lots, on their step. */
const shareOf = (lots: Amount, part: bigint): Amount => {
  const exact = (lots * part) / 10_000n;
  return max((exact - (exact % LOT_STEP)) as Amount, LOT_STEP);
};

type Case = { readonly position: Position; readonly now: ContractNow; readonly spreadRate: Rate };

const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Sends a position as the engine does, and reads it as a screen does. */
function readOver({ position }: Case) {
  const stored = {
    ...position,
    id: 7n,
    userId: 3n,
    market: 1,
    series: undefined,
    limit: undefined,
    openedLots: position.lots,
    key: '',
    atMs: 1_000,
    terms: 4,
    stopLoss: undefined,
    takeProfit: undefined,
    heldFee: 0n as Amount,
    overnightDay: undefined,
    result: 0n as Amount,
    fees: position.openFee,
    status: 'open',
    cause: undefined,
    closingLots: undefined,
    changedSeq: 1,
    changedMs: 1_000,
    trigger: undefined,
    chain: { place: 1, hash: null },
    openedAtMs: 1_000,
    closedAtMs: undefined,
  } as const;
  const { multiplier } = position.market;
  const wire = toWireDeal(stored, { symbol: 'BTC/USDT', baseId: 1n, quoteId: 2n, multiplier });
  return z.decode(submitContract.response, overJson(wire) as typeof wire);
}

/** Sends the rules of the position's market, and reads them as a screen does. */
function rulesOver({ position: { market, terms: own }, now, spreadRate }: Case) {
  const { response } = readContractRules;
  const wire = z.encode(response, {
    terms: {
      version: 4,
      open_fee_rate: own.openFeeRate,
      close_fee_rate: own.closeFeeRate,
      liquidation_fee_rate: own.liquidationFeeRate,
      maintenance_tiers: [...own.tiers],
    },
    classes: 1,
    lots_min: LOT_STEP,
    limit_band_rate: ONE as Rate,
    removal_buffer_rate: 0n as Rate,
    user_notional_max: ONE as Amount,
    positions_max: 100,
    leverage_preselected: 5,
    reopening_ticks: 3,
    list: [
      {
        symbol: 'BTC/USDT',
        currency_id: 1n,
        legal_id: 2n,
        class: 'major',
        lot: market.multiplier,
        price_tick: market.priceTick,
        leverage_max: 100,
        leverage_max_now: 100,
        spread_rate: spreadRate,
        overnight_rate: 0n as Rate,
        overnight_index: now.overnightIndex as bigint as Amount,
        phase: 'open',
        series: [],
      },
    ],
  });
  const { terms: read, list, lots_min } = z.decode(response, overJson(wire) as typeof wire);
  const [rules] = list;
  if (rules === undefined) throw new Error('the market is in the list');
  return {
    rules,
    lotsMin: lots_min,
    terms: {
      openFeeRate: read.open_fee_rate,
      closeFeeRate: read.close_fee_rate,
      liquidationFeeRate: read.liquidation_fee_rate,
      tiers: read.maintenance_tiers,
    },
  };
}

describe('the figures of a position on a screen', () => {
  it('are those of the engine to the last digit, after the wire', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { position, now, spreadRate, part } = given;
        const deal = readOver(given);
        const { rules, terms: own, lotsMin } = rulesOver(given);
        if (!isPosition(deal)) throw new Error('an open deal is a position');
        const read = positionOf(deal, contractMarketOf(rules), own);
        expect(read).toEqual(position);
        const shown = nowOf(now.index, rules);
        const figures = figuresOf(read, shown);
        const nights = unpaidOvernight(position, now.overnightIndex);
        expect(figures).toMatchObject({
          result: resultAt(position, now.index),
          returnOnMargin: returnOnMargin(position, now),
          equity: equityAt(position, now),
          risk: riskRate(position, now),
          liquidation: liquidationPrice(position, now.overnightIndex),
          margin: subtract(position.margin, nights),
        });
        const preview = previewClose(read, part, { now: shown, spreadRate: rules.spread_rate, lotsMin });
        const quote = quoteAround(now.index, position.market, spreadRate);
        const split = splitPosition(position, part, { lotsMin: LOT_STEP, quote, overnightIndex: now.overnightIndex });
        expect(preview === undefined).toBe(!split.ok);
        if (!split.ok) return;
        const settlement = closePosition(split.value.part, quote, now.overnightIndex);
        expect(preview).toEqual({
          settlement,
          realised: subtract(settlement.returned, settlement.margin),
          rest: split.value.rest,
        });
      }),
      { numRuns: RUNS },
    );
  });
});
