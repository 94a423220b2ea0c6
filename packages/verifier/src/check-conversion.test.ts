import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../test/seeded.ts';
import {
  CONVERSION_CHECKS,
  CONVERSION_RULE_CHECKS,
  CONVERSION_SEAL_CHECKS,
  type ConversionFindings,
  checkConversion,
  isOverdueAt,
  readConversion,
  receivedOf,
  TICK_CHECKS,
} from './index.ts';
import {
  CONVERSION_LIES,
  convertIn,
  type ForgedConversion,
  MARKETS,
  makeHouse,
  OBVIOUS_CONVERSION_LIES,
  sealConversion,
  showConversion,
  TICK_BLOCK,
} from './samples/index.ts';

const random = seeded(9);
const house = await makeHouse(random);
const kept = { keptHeads: house.heads, keptKeys: house.signers.map(({ publicKey }) => publicKey) };
const NOTHING: ConversionFindings = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };
const ALL = {
  receipt: CONVERSION_CHECKS,
  rule: CONVERSION_RULE_CHECKS,
  tick: TICK_CHECKS,
  seal: CONVERSION_SEAL_CHECKS,
};
function without(check: string): typeof ALL {
  const [part, name] = check.split(' ') as [keyof typeof ALL, string];
  return { ...ALL, [part]: Object.fromEntries(Object.entries(ALL[part]).filter(([key]) => key !== name)) };
}
async function found({ text, asked, kept }: ForgedConversion, checks = ALL): Promise<string[]> {
  const { isAwaited: _, ...findings } = await checkConversion(readConversion(text, asked), kept, checks);
  return Object.entries(findings).flatMap(([part, names]) => names.map((name) => `${part} ${name}`));
}

describe('the check of a conversion', () => {
  it.each([
    { from: 'BTC', to: 'ETH' },
    { from: 'ETH', to: 'BTC', book: 'demo' },
    { from: 'BTC', to: 'USDT' },
    { from: 'USDT', to: 'ETH', amount: '5000' },
    { usedAfterMs: 11_300 },
  ])('given an honest platform that converts %o, then nothing is found', async (wanted) => {
    const receipt = convertIn(house, wanted);
    const number = TICK_BLOCK + (wanted.usedAfterMs === undefined ? 4 : 12);
    const text = await showConversion(await sealConversion(house, receipt, number), receipt);
    const asked = { id: receipt.id, markets: MARKETS };
    expect(await checkConversion(readConversion(text, asked))).toEqual(NOTHING);
    const byKeys = await checkConversion(readConversion(text, asked), { keptKeys: kept.keptKeys });
    expect(byKeys).toEqual(NOTHING);
  });

  it.each(CONVERSION_LIES)('given $name, then "$foundBy" finds it, and no other check does', async (lie) => {
    const forged = await lie.forge(house, random);
    expect(await found(forged)).toEqual([lie.foundBy]);
    expect(await found(forged, without(lie.foundBy))).toEqual([]);
  });

  it('has a forgery for every check of receipt, rule and seal', () => {
    const { tick: _, ...own } = ALL;
    const all = Object.entries(own).flatMap(([part, checks]) => Object.keys(checks).map((name) => `${part} ${name}`));
    expect([...new Set<string>(CONVERSION_LIES.map(({ foundBy }) => foundBy))].sort()).toEqual(all.sort());
  });

  it.each(OBVIOUS_CONVERSION_LIES)('given $name, then it is found', async ({ forge }) => {
    for (let round = 0; round < 5; round++) {
      const forged = await forge(house, random);
      expect(await found(forged).catch(() => ['unreadable']), JSON.stringify(forged.text)).not.toEqual([]);
    }
  });

  it('given a conversion that no block has sealed, then it is awaited for a minute, and overdue after that', async () => {
    const text = await showConversion(house, convertIn(house));
    const receipt = readConversion(text);
    expect(await checkConversion(receipt)).toEqual({ ...NOTHING, isAwaited: true });
    expect([60_000, 60_001].map((age) => isOverdueAt(receipt.atMs, receipt.atMs + age))).toEqual([false, true]);
  });
});

describe('the rule of a conversion', () => {
  const ONE = 10n ** 18n;
  const positive = fc.bigInt({ min: 1n, max: 10n ** 26n });
  const rates = fc.bigInt({ min: 0n, max: ONE / 20n });
  const conversion = (amount: bigint, from: bigint, to: bigint, spreadRate: bigint) => ({
    rule: 'index-spread',
    version: 1,
    from: 'BTC',
    to: 'ETH',
    amount,
    received: 0n,
    legs: [
      { currency: 'BTC', symbol: 'BTC/USDT', price: from },
      { currency: 'ETH', symbol: 'ETH/USDT', price: to },
    ],
    spreadRate,
    lockSeconds: 10,
  });

  it('law: it pays no more than the index value less the spread, and less than one step below it', () => {
    fc.assert(
      fc.property(positive, positive, positive, rates, (amount, from, to, spread) => {
        const received = receivedOf(conversion(amount, from, to, spread));
        const exact = amount * from * (ONE - spread); // In units of to · ONE.
        expect(received * to * ONE <= exact).toBe(true);
        expect((received + 10n ** 10n) * to * ONE > exact).toBe(true);
        expect(received % 10n ** 10n).toBe(0n);
      }),
    );
  });
});
