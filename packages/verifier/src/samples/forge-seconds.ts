import type {
  BET_RULE_CHECKS,
  BET_SETTLEMENT_CHECKS,
  BetSettlementText,
  BetText,
  IssuedBet,
  Kept,
  KnownMarket,
  SECONDS_CHECKS,
  SECONDS_SEAL_CHECKS,
  SecondsAnswer,
} from '../index.ts';
import {
  betIn,
  type PlacedBet,
  type SettledReceipt,
  sealBet,
  settleBetIn,
  showBet,
  type WantedBet,
  type WantedSettlement,
} from './bets.ts';
import type { Random } from './history.ts';
import { type House, reseal, TRADED } from './house.ts';

/** Forged evidence, what its reader asked for, and what the reader kept. */
export type ForgedBet = {
  readonly text: SecondsAnswer;
  readonly asked?: { readonly id?: string; readonly markets?: Readonly<Record<string, KnownMarket>> };
  readonly kept?: Kept;
};
/** Forged receipt of a holder of the keys, and the one check that finds it. */
export type BetLie = {
  readonly name: string;
  readonly foundBy:
    | `receipt ${keyof typeof SECONDS_CHECKS}`
    | `bet ${keyof typeof BET_RULE_CHECKS}`
    | `settlement ${keyof typeof BET_SETTLEMENT_CHECKS}`
    | `seal ${keyof typeof SECONDS_SEAL_CHECKS}`;
  forge(house: House, random: Random): Promise<ForgedBet>;
};

/** Accepts a bet of a random stake and moment; its entry is the next tick. */
export const issueBet = (house: House, random: Random, wanted: WantedBet = {}): PlacedBet =>
  betIn(house, {
    stake: `${5 + random(400)}.${10 + random(90)}`,
    afterMs: random(800),
    n: 1_000 + random(1_000),
    ...wanted,
  });

export async function sealAndShowBet(
  house: House,
  receipt: IssuedBet,
  { earlier = [], number }: { readonly earlier?: readonly IssuedBet[]; readonly number?: number } = {},
): Promise<SecondsAnswer> {
  return await showBet(await sealBet(house, receipt, number), receipt, earlier);
}

/** Accepts a bet with dishonest values, changes its receipt, seals it and shows it. */
export const accepting = (
  wanted: WantedBet,
  change: (body: BetText, random: Random) => Partial<BetText> = () => ({}),
): BetLie['forge'] => {
  return async (house, random) => {
    const receipt = issueBet(house, random, wanted);
    const body = { ...receipt.body, ...change(receipt.body, random) };
    return { text: await sealAndShowBet(house, { ...receipt, body }) };
  };
};

type Settling = WantedSettlement & { readonly bet?: WantedBet };
type Making = Settling | ((house: House, random: Random) => Settling);

/** Accepts a bet honestly and ends it with dishonest values. */
export const settling = (
  wanted: Making,
  change: (body: BetSettlementText, random: Random) => Partial<BetSettlementText> = () => ({}),
): BetLie['forge'] => {
  return async (house, random) => {
    const { bet, ...values } = typeof wanted === 'function' ? wanted(house, random) : wanted;
    const accepted = issueBet(house, random, bet);
    const receipt: SettledReceipt = await settleBetIn(house, accepted, { n: 1_000 + random(1_000), ...values });
    const body = { ...receipt.body, ...change(receipt.body, random) };
    return { text: await sealAndShowBet(house, { ...receipt, body }, { earlier: [accepted] }) };
  };
};

/** Changes an answer after it was sealed. */
export const answering = (forge: BetLie['forge'], change: (text: SecondsAnswer) => Partial<SecondsAnswer>) =>
  (async (house, random) => {
    const { text } = await forge(house, random);
    return { text: { ...text, ...change(text) } };
  }) satisfies BetLie['forge'];

/** Returns the same history with another price of the traded market in one block. */
export async function repriced(house: House, block: number, change: (price: bigint) => bigint): Promise<House> {
  const drafts = house.drafts.map((draft, index) =>
    index !== block - 1
      ? draft
      : {
          ...draft,
          ticks: draft.ticks.map((tick) => {
            if (tick.market !== TRADED) return tick;
            const price = change(tick.price);
            const sources = tick.sources.map((it) => ({ ...it, price: it.price - tick.price + price }));
            return { ...tick, price, sources };
          }),
        },
  );
  return await reseal(house, drafts);
}
