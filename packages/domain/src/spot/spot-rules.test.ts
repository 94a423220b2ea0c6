import { type Amount, formatDecimal, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketSettings } from '../market/index.ts';
import { productKillSwitch, type Setting } from '../reference/index.ts';
import { feesAt, levelFor, SPOT_RULES, spotRulesOf, spotSettings } from './index.ts';

const SETTINGS = Object.values(spotSettings) as Setting<unknown>[];
const FEES = [
  ['0', '0.001', '0.0015'],
  ['100000', '0.0008', '0.0012'],
  ['1000000', '0.0005', '0.0009'],
  ['10000000', '0.0002', '0.0006'],
];
const LADDER = {
  levels: 10,
  spread_rate: '0.0005',
  step_rate: '0.0005',
  level_worth: '20000',
  inventory_max: '10000000',
};
const level = (volume: unknown, maker: unknown = '0.001', taker: unknown = '0.001') => ({ volume, maker, taker });

describe('the spot settings', () => {
  it('have unique keys, and initial values that they accept', () => {
    expect(new Set(SETTINGS.map(({ key }) => key)).size).toBe(SETTINGS.length);
    for (const { key, codec, initial } of SETTINGS) {
      expect(key).toMatch(/^spot\.[a-z_]+$/);
      expect(codec.decode(JSON.parse(JSON.stringify(codec.encode(initial))))).toEqual({ ok: true, value: initial });
    }
  });

  it('start with the published values', () => {
    const stored = Object.fromEntries(SETTINGS.map(({ key, codec, initial }) => [key, codec.encode(initial)]));
    expect(stored).toEqual({
      'spot.order_min': '5',
      'spot.order_max': '5000000',
      'spot.open_orders_max': 200,
      'spot.band_rate': '0.05',
      'spot.limit_band_rate': '0.5',
      'spot.warn_rate': '0.05',
      'spot.fee_levels': FEES.map(([volume, maker, taker]) => ({ volume, maker, taker })),
      'spot.ladder': LADDER,
      'spot.ladder_classes': spotSettings.ladderClasses.codec.encode(spotSettings.ladderClasses.initial),
      'spot.ladder_demo_funding': '5000000',
    });
  });

  it.each([
    [spotSettings.orderMin, ['0', '-1', 5, null, 'five']],
    [spotSettings.openOrdersMax, [0, 1.5, '200']],
    [spotSettings.limitBandRate, ['0', '1', '-0.5', 0.5]],
    [spotSettings.bandRate, ['0', '1', '-0.05', 0.05, '1.5']],
    [spotSettings.feeLevels, [[], {}, null, [level('1')], [level('0'), level('0')], [level(0)], [null]]],
    [spotSettings.feeLevels, [[level('0', '-0.001')], [level('0', '0.051')], [level('0', '0', '0.051')]]],
    [
      spotSettings.feeLevels,
      [
        [level('0'), level('1', '0.002')],
        [level('0'), level('1', '0', '0.002')],
      ],
    ],
    [spotSettings.feeLevels, [Array.from({ length: 21 }, (_, n) => level(String(n)))]],
    [
      spotSettings.ladder,
      [null, [], {}, { ...LADDER, levels: 0 }, { ...LADDER, levels: 51 }, { ...LADDER, levels: '10' }],
    ],
    [
      spotSettings.ladder,
      [
        { ...LADDER, spread_rate: '0' },
        { ...LADDER, step_rate: '-1' },
        { ...LADDER, step_rate: 0.1 },
      ],
    ],
    [
      spotSettings.ladder,
      [
        { ...LADDER, level_worth: '0' },
        { ...LADDER, inventory_max: undefined },
      ],
    ],
    [spotSettings.ladder, [{ ...LADDER, spread_rate: '0.1', step_rate: '0.1' }]],
  ] as const)('refuse invalid values: %#', (setting, values) => {
    for (const value of values) expect(setting.codec.decode(value)).toEqual({ ok: false, code: 'setting_invalid' });
  });
});

describe('the spot rules', () => {
  it('are read from the settings in force, whichever was changed', async () => {
    const initial = async <Value>(setting: Setting<Value>) => ({ value: setting.initial });
    expect(await spotRulesOf(initial)).toEqual(SPOT_RULES);
    const changed = { [marketSettings.spotFreshMs.key]: 7, [productKillSwitch('spot').key]: false } as Record<
      string,
      unknown
    >;
    const read = async <Value>({ key, initial: value }: Setting<Value>) => ({
      value: (changed[key] ?? value) as Value,
    });
    expect(await spotRulesOf(read)).toEqual({ ...SPOT_RULES, freshMs: 7, isOn: false });
  });
});

describe('the fee level', () => {
  it.each([
    ['0', 0],
    ['99999.999999999999999999', 0],
    ['100000', 1],
    ['1000000', 2],
    ['9999999', 2],
    ['10000000', 3],
    ['99999999999', 3],
  ])('given a volume of %s, then it is %i', (volume, expected) => {
    expect(levelFor(parseDecimal<Amount>(volume), SPOT_RULES)).toBe(expected);
  });

  it('has the published fees, and beyond the last level those of the last', () => {
    const shown = [0, 1, 2, 3, 9].map((at) => Object.values(feesAt(at, SPOT_RULES)).map((rate) => formatDecimal(rate)));
    expect(shown).toEqual([...FEES, ...FEES.slice(-1)].map(([, ...both]) => both));
  });

  it('never charges more for a higher volume', () => {
    const volumes = fc.bigInt({ min: ZERO, max: 10n ** 27n }).map((value) => value as Amount);
    fc.assert(
      fc.property(volumes, volumes, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const [few, many] = [less, more].map((volume) => feesAt(levelFor(volume, SPOT_RULES), SPOT_RULES));
        expect((many?.maker ?? 1n) <= (few?.maker ?? 0n) && (many?.taker ?? 1n) <= (few?.taker ?? 0n)).toBe(true);
      }),
    );
  });
});
