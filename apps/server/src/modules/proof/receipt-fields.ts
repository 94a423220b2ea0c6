import { CONTRACT_KINDS, SECONDS_KINDS } from '@app/verifier';
import * as z from 'zod/mini';
import { CONVERSION_KIND, type LadderName, type Receipt } from './proof.store.ts';

/** Fields every receipt has: the version of its rule, the tick it uses, and the version of its rule's settings. */
export const named = z.looseObject({
  version: z.optional(z.int()),
  tick: z.looseObject({ market: z.int(), seq: z.int() }),
  settings: z.optional(z.looseObject({ version: z.int() })),
  freshness: z.optional(z.looseObject({ version: z.int() })),
});

/** Fields of a fill of a house ladder. Versions 2 and 3 also have the time of the fill and its place in a chain. */
const houseFill = z.object({
  book: z.string(),
  fill: z.object({ market: z.int(), side: z.string(), at: z.optional(z.int()) }),
  tick: z.object({ seq: z.int() }),
  chain: z.optional(z.object({ place: z.int() })),
});

/** Fields of a conversion that lead to its evidence: its prices, and when its rate was locked. */
const conversion = z.looseObject({
  conversion: z.looseObject({ quoted_at: z.int() }),
  legs: z.array(z.looseObject({ market: z.int(), seq: z.int(), block: z.int() })).check(z.minLength(1), z.maxLength(2)),
  settings: z.looseObject({ version: z.int() }),
  freshness: z.looseObject({ version: z.int() }),
});
export type ConversionBody = z.infer<typeof conversion>;

/** Reads the receipt of a conversion; undefined for every other kind. */
export const conversionOf = ({ kind, body }: Pick<Receipt, 'kind' | 'body'>): ConversionBody | undefined =>
  kind === CONVERSION_KIND ? conversion.parse(body) : undefined;

/** Returns the side of the ladder that a receipt is about; undefined if it is about none. */
export function ladderOf({ block, body }: Pick<Receipt, 'block' | 'body'>): LadderName | undefined {
  const { data } = houseFill.safeParse(body);
  return data && { block, seq: data.tick.seq, market: data.fill.market, book: data.book, side: data.fill.side };
}

/** Returns the place of a receipt in its chain and the time of its fill; undefined for version 1. */
export function chainedOf({ body }: Pick<Receipt, 'body'>): { place: number; atMs: number } | undefined {
  const { data } = houseFill.safeParse(body);
  if (data?.chain === undefined || data.fill.at === undefined) return undefined;
  return { place: data.chain.place, atMs: data.fill.at };
}

const tick = z.looseObject({ market: z.int(), seq: z.int(), block: z.int() });
/** Fields of a contract that lead to its evidence: its ticks, its published rules, and the chain it continues. */
const contract = z.looseObject({
  book: z.string(),
  tick,
  trigger: z.optional(z.nullable(tick)),
  terms: z.optional(z.looseObject({ version: z.int() })),
  class: z.looseObject({ version: z.int() }),
  settlement: z.optional(z.looseObject({ position: z.string() })),
  night: z.optional(z.looseObject({ market: z.int() })),
  chain: z.looseObject({ place: z.int() }),
});
export type ContractBody = z.infer<typeof contract>;

const CONTRACTS: readonly string[] = Object.values(CONTRACT_KINDS);

/** Reads the receipt of a contract; undefined for every other kind. */
export const contractOf = ({ kind, body }: Pick<Receipt, 'kind' | 'body'>): ContractBody | undefined =>
  CONTRACTS.includes(kind) ? contract.parse(body) : undefined;

const firstTick = z.looseObject({ before: z.nullable(tick), tick });
/** Fields of a bet that lead to its evidence: its ticks, its published terms, and the bet that was accepted. */
const seconds = z.looseObject({
  bet: z.looseObject({ id: z.string() }),
  tick,
  terms: z.looseObject({ version: z.int() }),
  freshness: z.optional(z.looseObject({ version: z.int() })),
  settlement: z.optional(z.looseObject({ id: z.string() })),
  entry: z.optional(z.nullable(firstTick)),
  exit: z.optional(z.nullable(firstTick)),
  before: z.optional(z.nullable(tick)),
});
export type SecondsBody = z.infer<typeof seconds>;

const BETS: readonly string[] = Object.values(SECONDS_KINDS);

/** Reads the receipt of a bet; undefined for every other kind. */
export const secondsOf = ({ kind, body }: Pick<Receipt, 'kind' | 'body'>): SecondsBody | undefined =>
  BETS.includes(kind) ? seconds.parse(body) : undefined;
