import type {
  CONTRACT_CHECKS,
  CONTRACT_SEAL_CHECKS,
  ContractAnswer,
  IssuedContract,
  Kept,
  KnownMarket,
  OPEN_RULE_CHECKS,
  OpenText,
  OVERNIGHT_RULE_CHECKS,
  OvernightText,
  SETTLEMENT_RULE_CHECKS,
  SettlementText,
} from '../index.ts';
import { decimal } from '../units.ts';
import {
  nightIn,
  openIn,
  sealContract,
  settleIn,
  showContract,
  type WantedEnding,
  type WantedNight,
  type WantedOpening,
} from './contracts.ts';
import type { Random } from './history.ts';
import { type House, TICK_BLOCK, tickAt } from './house.ts';

/** Forged evidence, what its reader asked for, and what the reader kept. */
export type ForgedContract = {
  readonly text: ContractAnswer;
  readonly asked?: { readonly id?: string; readonly markets?: Readonly<Record<string, KnownMarket>> };
  readonly kept?: Kept;
};
/** Forged receipt of a holder of the keys, and the one check that finds it. */
export type ContractLie = {
  readonly name: string;
  readonly foundBy:
    | `receipt ${keyof typeof CONTRACT_CHECKS}`
    | `open ${keyof typeof OPEN_RULE_CHECKS}`
    | `settlement ${keyof typeof SETTLEMENT_RULE_CHECKS}`
    | `overnight ${keyof typeof OVERNIGHT_RULE_CHECKS}`
    | `seal ${keyof typeof CONTRACT_SEAL_CHECKS}`;
  forge(house: House, random: Random): Promise<ForgedContract>;
};

type Opened = IssuedContract & { readonly body: OpenText };
type Ended = IssuedContract & { readonly body: SettlementText };
type Passed = IssuedContract & { readonly body: OvernightText };

/** Returns a number of lots with two places. */
const lotsOf = (random: Random) => `${10 + random(40)}.${10 + random(90)}`;

export const issueOpen = (house: House, random: Random, wanted: WantedOpening = {}): Opened =>
  openIn(house, { lots: lotsOf(random), leverage: 3 + random(9), n: 1_000 + random(1_000), ...wanted });

export async function sealAndShow(
  house: House,
  receipt: IssuedContract,
  { earlier = [], number }: { readonly earlier?: readonly IssuedContract[]; readonly number?: number } = {},
): Promise<ContractAnswer> {
  return await showContract(await sealContract(house, receipt, number), receipt, earlier);
}

type Making<Wanted> = Wanted | ((house: House, random: Random) => Wanted);
const made = <Wanted extends object>(making: Making<Wanted>, house: House, random: Random): Wanted =>
  typeof making === 'function' ? making(house, random) : making;

/** Opens a position with dishonest values, changes its receipt, seals it and shows it. */
export const opening = (
  wanted: Making<WantedOpening>,
  change: (body: OpenText, random: Random) => Partial<OpenText> = () => ({}),
): ContractLie['forge'] => {
  return async (house, random) => {
    const receipt = issueOpen(house, random, made(wanted, house, random));
    const body = { ...receipt.body, ...change(receipt.body, random) };
    return { text: await sealAndShow(house, { ...receipt, body }) };
  };
};

/** Opens a position honestly and ends it with dishonest values. */
export const ending = (
  wanted: Making<WantedEnding & { readonly opened?: WantedOpening }>,
  change: (body: SettlementText, random: Random) => Partial<SettlementText> = () => ({}),
): ContractLie['forge'] => {
  return async (house, random) => {
    const { opened, ...values } = made(wanted, house, random);
    const first = issueOpen(house, random, opened);
    const receipt: Ended = await settleIn(house, [first], { n: 1_000 + random(1_000), ...values });
    const body = { ...receipt.body, ...change(receipt.body, random) };
    return { text: await sealAndShow(house, { ...receipt, body }, { earlier: [first] }) };
  };
};

/** Ends a night with dishonest values. */
export const night = (
  wanted: Making<WantedNight>,
  change: (body: OvernightText, random: Random) => Partial<OvernightText> = () => ({}),
): ContractLie['forge'] => {
  return async (house, random) => {
    const receipt: Passed = await nightIn(house, [], { n: 1_000 + random(1_000), ...made(wanted, house, random) });
    const body = { ...receipt.body, ...change(receipt.body, random) };
    return { text: await sealAndShow(house, { ...receipt, body }) };
  };
};

/** Changes an answer after it was sealed. */
export const answering = (forge: ContractLie['forge'], change: (text: ContractAnswer) => Partial<ContractAnswer>) =>
  (async (house, random) => {
    const { text } = await forge(house, random);
    return { text: { ...text, ...change(text) } };
  }) satisfies ContractLie['forge'];

/** The index price of a block of the traded market. */
export const indexAt = (house: House, block = TICK_BLOCK): bigint => tickAt(house, { block }).price;

/** A stop-loss of a long that fires two blocks before the tick that fills it, at exactly its price. */
export const stopped = (house: House, more: WantedEnding = {}): WantedEnding => ({
  cause: 'stop',
  stopLoss: decimal(indexAt(house, TICK_BLOCK - 2)),
  triggerBlock: TICK_BLOCK - 2,
  ...more,
});

/** A long opened far above every price of the history, with no margin to speak of: any tick liquidates it. */
export const LIQUIDATED = {
  cause: 'liquidation',
  margin: '0.000001',
  overnightIndex: '0.5',
  opened: { lots: '25', entry: () => 300n * 10n ** 18n },
} as const;
