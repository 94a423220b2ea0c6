import { type Amount, ONE, parseDecimal, type Rate } from '@app/money';
import * as z from 'zod/mini';
import { codecOf, decimal, integer, type Setting, setting } from '../reference/index.ts';
import type { FeeLevel } from './fee-levels.ts';
import { LADDER_CLASSES, type LadderClasses, ladderClassesCodec } from './ladder-classes.ts';
import { type LadderRules, ladderCodec } from './ladder-rules.ts';

const LEVELS_MAX = 20;

/** Maximum fee; anything higher is a typing error, and no fee may consume all that a seller receives. */
const FEE_MAX = parseDecimal<Rate>('0.05');

const fee = decimal<Rate>((rate) => rate >= 0n && rate <= FEE_MAX);

/** Fee levels start at zero volume, so that every user has a level, and higher volume never pays more. */
const feeLevelsSchema = z.readonly(
  z.array(z.object({ volume: decimal<Amount>((volume) => volume >= 0n), maker: fee, taker: fee })).check(
    z.maxLength(LEVELS_MAX),
    z.refine((levels) => levels[0]?.volume === 0n),
    z.refine((levels) => levels.slice(1).every((level, index) => isBetter(level, levels[index]))),
  ),
);

const isBetter = (level: FeeLevel, before: FeeLevel | undefined) =>
  before !== undefined && level.volume > before.volume && level.maker <= before.maker && level.taker <= before.taker;

const positiveAmount = codecOf(decimal<Amount>((value) => value > 0n));

/** A share above zero and below one: a price band of one would let a sale fill at zero. */
const properShare = codecOf(decimal<Rate>((value) => value > 0n && value < ONE));

const worth = (key: string, initial: string, meaning: string): Setting<Amount> =>
  setting({ key, codec: positiveAmount, initial: parseDecimal<Amount>(initial), meaning });

const level = (volume: string, maker: string, taker: string): FeeLevel => ({
  volume: parseDecimal<Amount>(volume),
  maker: parseDecimal<Rate>(maker),
  taker: parseDecimal<Rate>(taker),
});

export const orderMin = worth('spot.order_min', '5', 'The least an order may be worth, in its quote currency.');
export const orderMax = worth('spot.order_max', '5000000', 'The most an order may be worth, in its quote currency.');

export const openOrdersMax = setting({
  key: 'spot.open_orders_max',
  codec: integer({ min: 1, max: 10_000 }),
  initial: 200,
  meaning: 'How many orders one user may have resting.',
});

export const bandRate = setting({
  key: 'spot.band_rate',
  codec: properShare,
  initial: parseDecimal<Rate>('0.05'),
  meaning: 'How far from the index price a market order may trade.',
});

export const limitBandRate = setting({
  key: 'spot.limit_band_rate',
  codec: properShare,
  initial: parseDecimal<Rate>('0.5'),
  meaning: 'How far from the index price the limit of an order may be.',
});

export const warnRate = setting({
  key: 'spot.warn_rate',
  codec: properShare,
  initial: parseDecimal<Rate>('0.05'),
  meaning: 'How much worse than the index price a limit may be before the app always reviews it, with a warning.',
});

export const feeLevels = setting<readonly FeeLevel[]>({
  key: 'spot.fee_levels',
  codec: codecOf(feeLevelsSchema),
  initial: [
    level('0', '0.001', '0.0015'),
    level('100000', '0.0008', '0.0012'),
    level('1000000', '0.0005', '0.0009'),
    level('10000000', '0.0002', '0.0006'),
  ],
  meaning: 'What makers and takers pay, by what they traded in thirty days.',
});

/** Kept as it was: receipts of versions 1 and 2 name its versions, the initial value among them. */
export const ladder = setting<LadderRules>({
  key: 'spot.ladder',
  codec: ladderCodec,
  initial: {
    levels: 10,
    spreadRate: parseDecimal<Rate>('0.0005'),
    stepRate: parseDecimal<Rate>('0.0005'),
    levelWorth: parseDecimal<Amount>('20000'),
    inventoryMax: parseDecimal<Amount>('10000000'),
  },
  meaning: 'What the house offered around the index price before version 3 of its rule; no longer in use.',
});

export const ladderClasses = setting<LadderClasses>({
  key: 'spot.ladder_classes',
  codec: ladderClassesCodec,
  initial: LADDER_CLASSES,
  meaning:
    'What the house offers around the index price, by class of markets; worths are in the quote currency, and markets that no class lists are in the last.',
});

export const ladderDemoFunding = worth(
  'spot.ladder_demo_funding',
  '5000000',
  'What each side of a demo market’s ladder begins with, in the quote currency’s worth.',
);
