import { type Amount, formatDecimal, ONE, type Price, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Setting } from '../reference/index.ts';
import { contractClassOf, contractRules, contractSettings, multiplierAt, readContractSettings } from './index.ts';

const { classes, countryLeverage, terms } = contractSettings;
const BTC = { id: 1, category: 'crypto' } as const;

/** Reads initial values, with some of them changed. */
const reading =
  (changed: ReadonlyMap<unknown, unknown> = new Map()) =>
  <Value>(setting: Setting<Value>) =>
    Promise.resolve({ value: (changed.get(setting) ?? setting.initial) as Value, version: 0 });

describe('the rules of contracts', () => {
  it.each([
    [{ id: 1, category: 'crypto' }, 'major', 100, '0.0001', '0.0003'],
    [{ id: 2, category: 'crypto' }, 'major', 100, '0.0001', '0.0003'],
    [{ id: 3, category: 'crypto' }, 'coin', 50, '0.0003', '0.0003'],
    [{ id: 101, category: 'forex' }, 'forex', 50, '0.0002', '0.0002'],
    [{ id: 201, category: 'metal' }, 'other', 20, '0.0005', '0.0002'],
    [{ id: 301, category: 'energy' }, 'other', 20, '0.0005', '0.0002'],
    [{ id: 401, category: 'index' }, 'other', 20, '0.0005', '0.0002'],
    [{ id: 501, category: 'stock' }, 'other', 20, '0.0005', '0.0002'],
  ] as const)('of market %o are those of its class', async (market, name, leverageMax, spread, overnight) => {
    expect(contractClassOf(classes.initial, market).name).toBe(name);
    const rules = contractRules(await readContractSettings(reading()), market, 'DE');
    expect(rules.leverageMax).toBe(leverageMax);
    expect([rules.spreadRate, rules.overnightRate].map(formatDecimal)).toEqual([spread, overnight]);
  });

  it('start with the published figures', async () => {
    const rules = contractRules(await readContractSettings(reading()), BTC, 'DE');
    const { openFeeRate, closeFeeRate, liquidationFeeRate, tiers } = rules.terms;
    expect([openFeeRate, closeFeeRate, liquidationFeeRate].map(formatDecimal)).toEqual(['0.0004', '0.0004', '0']);
    expect(tiers.map(({ above, rate }) => [above, rate].map(formatDecimal))).toEqual([
      ['0', '0.005'],
      ['100000', '0.01'],
      ['500000', '0.025'],
      ['2000000', '0.05'],
    ]);
    const { userNotionalMax, netExposureMax, stressRate, removalBufferRate, lotsMin, limitBandRate } = rules;
    expect(formatDecimal(limitBandRate)).toBe('0.5');
    expect([userNotionalMax, netExposureMax].map(formatDecimal)).toEqual(['500000', '5000000']);
    expect([stressRate, removalBufferRate, lotsMin].map(formatDecimal)).toEqual(['0.2', '0.02', '0.01']);
    expect(contractSettings.leveragePreselected.initial).toBe(5);
  });

  it('given a country with a lower leverage, then its residents and users of unknown country have it', async () => {
    const lower = [
      { countries: ['DE', 'FR'], leverageMax: 30 },
      { countries: ['GB'], leverageMax: 200 },
    ];
    const read = reading(new Map([[countryLeverage, lower]]));
    const leverageIn = async (country: string | undefined) =>
      contractRules(await readContractSettings(read), BTC, country).leverageMax;
    expect(await Promise.all(['FR', 'GB', 'US', undefined].map(leverageIn))).toEqual([30, 100, 100, 30]);
  });
});

describe('a setting of contracts', () => {
  const tier = (above: string, rate: string) => ({
    above: parseDecimal<Amount>(above),
    rate: parseDecimal<Rate>(rate),
  });
  const [first, ...others] = classes.initial.classes as [(typeof classes.initial.classes)[number]];

  it.each([
    ['no tier', terms, { ...terms.initial, tiers: [] }],
    ['a first tier above zero', terms, { ...terms.initial, tiers: [tier('1', '0.005')] }],
    ['a maintenance rate of zero', terms, { ...terms.initial, tiers: [tier('0', '0')] }],
    ['a rate that falls', terms, { ...terms.initial, tiers: [tier('0', '0.01'), tier('5', '0.005')] }],
    ['tiers in no order', terms, { ...terms.initial, tiers: [tier('0', '0.01'), tier('0', '0.02')] }],
    ['an amount that is not whole', terms, { ...terms.initial, tiers: [tier('0', '0.01'), tier('0.5', '0.02')] }],
    ['a rate of nine decimals', terms, { ...terms.initial, tiers: [tier('0', '0.000000001')] }],
    ['a maintenance rate above a half', terms, { ...terms.initial, tiers: [tier('0', '0.51')] }],
    ['a fee above five percent', terms, { ...terms.initial, closeFeeRate: parseDecimal<Rate>('0.0501') }],
    ['a category without a class', classes, { classes: [first] }],
    ['a category in two classes', classes, { classes: [{ ...first, categories: ['stock'] }, ...others] }],
    ['a market in two classes', classes, { classes: [first, { ...first, name: 'twin' }, ...others] }],
    ['a name twice', classes, { classes: [first, { ...first, markets: [] }, ...others] }],
    ['a leverage above all', classes, { classes: [{ ...first, leverageMax: 201 }, ...others] }],
    [
      'an overnight rate above one percent',
      classes,
      { classes: [{ ...first, overnightRate: ONE as Rate }, ...others] },
    ],
    ['a country that is none', countryLeverage, [{ countries: ['Germany'], leverageMax: 10 }]],
    ['lots off their step', contractSettings.lotsMin, parseDecimal<Amount>('0.015')],
  ] as const)('given %s, then it cannot be stored', (_, { codec }, value) => {
    expect(codec.decode(codec.encode(value as never)).ok).toBe(false);
  });
});

describe('one lot', () => {
  it('is the power of ten worth from 10 to below 100 USDT when its market is listed', () => {
    const lots = ['67842.1', '3412.66', '0.00001234', '10', '99.99', '100', '1.08'];
    const worth = lots.map((price) => formatDecimal(multiplierAt(parseDecimal<Price>(price))));
    expect(worth).toEqual(['0.001', '0.01', '1000000', '1', '1', '0.1', '10']);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 27n }), (price) => {
        const multiplier = multiplierAt(price as Price);
        expect(/^10*$/.test(multiplier.toString())).toBe(true);
        expect(multiplier * price >= 10n * ONE * ONE && multiplier * price < 100n * ONE * ONE).toBe(true);
      }),
    );
  });
});
