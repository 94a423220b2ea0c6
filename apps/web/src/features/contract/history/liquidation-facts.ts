import { distanceTo } from '@app/client/contract';
import {
  type ContractTerms,
  contractSettings,
  liquidationPrice,
  notionalAt,
  type Position,
  type PositionSide,
} from '@app/domain/contract';
import { type Amount, add, divideRounded, type Price, parseDecimal, type Rate } from '@app/money';
import * as z from 'zod/mini';

const decimalText = z.string().check(z.regex(/^-?\d{1,20}(?:\.\d{1,18})?$/));
const amount = z.pipe(
  decimalText,
  z.transform((text: string) => parseDecimal<Amount>(text)),
);
const price = z.pipe(
  decimalText,
  z.transform((text: string) => parseDecimal<Price>(text)),
);

/** The parts of a settlement's receipt that explain it. */
const receipt = z.object({
  before: z.object({
    side: z.enum(['long', 'short']),
    lots: amount,
    leverage: z.int(),
    entry: price,
    margin: amount,
    overnight_since: price,
    overnight_charged: amount,
    stop_loss: z.nullable(price),
  }),
  rest: z.nullable(z.object({ lots: amount, margin: amount, overnight_charged: amount })),
  overnight_index: price,
  tick: z.object({ price, seq: z.int() }),
  grid: z.object({ price_tick: price, multiplier: amount }),
  terms: z.unknown(),
});

/** What a forced close was decided by, computed with the engine's rules from its receipt. */
export type LiquidationFacts = {
  readonly side: PositionSide;
  readonly entry: Price;
  /** Price at which the rules liquidate the position; undefined if no price does. */
  readonly liquidation: Price | undefined;
  /** Index tick that closed it. */
  readonly index: Price;
  readonly tick: number;
  /** How far the index was from the entry, as a share of it. */
  readonly moved: Rate;
  readonly hadStop: boolean;
  /** The rest stayed open. */
  readonly isPart: boolean;
  /** A lower leverage, and how far it would have held; its price is undefined if it would have held at every price. */
  readonly calmer: { readonly leverage: number; readonly liquidation: Price | undefined } | undefined;
};

/** Reads a receipt's body; undefined for one that this version does not know. */
export function liquidationFactsOf(body: unknown): LiquidationFacts | undefined {
  const { data } = receipt.safeParse(body);
  const terms = data && readTerms(data.terms);
  if (data === undefined || terms === undefined) return undefined;
  const { before, overnight_index: overnightIndex, tick } = data;
  const position = wholeOf(data, terms);
  return {
    side: before.side,
    entry: before.entry,
    liquidation: liquidationPrice(position, overnightIndex),
    index: tick.price,
    tick: tick.seq,
    moved: distanceTo(tick.price, before.entry),
    hadStop: before.stop_loss !== null,
    isPart: data.rest !== null,
    calmer: calmerThan(position, overnightIndex),
  };
}

function readTerms(value: unknown): ContractTerms | undefined {
  const terms = contractSettings.terms.codec.decode(value);
  return terms.ok ? terms.value : undefined;
}

/** A liquidation is decided for the whole position, also if it takes only a part of it. */
function wholeOf({ before, rest, grid }: z.output<typeof receipt>, terms: ContractTerms): Position {
  const { side, leverage, entry } = before;
  return {
    side,
    leverage,
    entry,
    terms,
    market: { priceTick: grid.price_tick, multiplier: grid.multiplier },
    lots: rest === null ? before.lots : add(before.lots, rest.lots),
    margin: rest === null ? before.margin : add(before.margin, rest.margin),
    overnightSince: before.overnight_since,
    overnightCharged: rest === null ? before.overnight_charged : add(before.overnight_charged, rest.overnight_charged),
    openFee: 0n as Amount, // It was paid at the opening and decides nothing here.
  };
}

/** A quarter of the leverage leaves about four times the distance. */
const CALMER_BY = 4;

function calmerThan(position: Position, overnightIndex: Price): LiquidationFacts['calmer'] {
  if (position.leverage <= 1) return undefined;
  const leverage = Math.max(1, Math.floor(position.leverage / CALMER_BY));
  const margin = divideRounded(notionalAt(position, position.entry), BigInt(leverage), 'up') as Amount;
  return { leverage, liquidation: liquidationPrice({ ...position, leverage, margin }, overnightIndex) };
}
