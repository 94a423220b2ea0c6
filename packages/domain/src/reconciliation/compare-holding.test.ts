import { type Amount, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareHolding, type Holding } from './compare-holding.ts';

/** Something that happens to the chain, the books or both. */
type Step = { readonly what: keyof typeof STEPS; readonly amount: bigint };
type World = Record<'onChain' | 'booked' | 'arriving' | 'leaving' | 'gas' | 'unexplained' | 'stolen', bigint>;

/** What each of them moves. A theft moves the chain alone. */
const STEPS = {
  'a deposit arrives': { onChain: 1n, arriving: 1n },
  'a deposit is credited': { arriving: -1n, booked: 1n },
  'a withdrawal is mined': { onChain: -1n, leaving: 1n },
  'a withdrawal is confirmed': { leaving: -1n, booked: -1n },
  'a fee is paid': { onChain: -1n, gas: 1n },
  'own coins are noted': { onChain: 1n, unexplained: 1n },
  'coins move between own addresses': {},
  'coins are stolen': { onChain: -1n, stolen: 1n },
  'coins come that nothing explains': { onChain: 1n, stolen: -1n },
} as const satisfies Record<string, Partial<Record<keyof World, bigint>>>;

const EMPTY: World = { onChain: 0n, booked: 0n, arriving: 0n, leaving: 0n, gas: 0n, unexplained: 0n, stolen: 0n };

function play(steps: readonly Step[]): World {
  const world = { ...EMPTY };
  for (const { what, amount } of steps)
    for (const [name, sign] of Object.entries(STEPS[what])) world[name as keyof World] += sign * amount; // Keys of the table.
  return world;
}

const holdingOf = (world: Omit<World, 'stolen'>) => world as Record<keyof Holding, Amount>; // Whole numbers, like amounts.

const step = fc.record({
  what: fc.constantFrom(...(Object.keys(STEPS) as Step['what'][])), // Only own keys.
  amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
});

describe('a comparison of a chain with the books', () => {
  it('given any history, then it finds exactly the coins that nothing explains', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { stolen, ...holding } = play(steps);
        const { surplus, shortage } = compareHolding(holdingOf(holding));
        expect(surplus - shortage).toBe(-stolen);
        expect(surplus === 0n || shortage === 0n).toBe(true);
      }),
    );
  });

  it('given coins that came before, when as many are stolen, then what was noted in between reveals it', () => {
    const before = compareHolding(holdingOf(play([{ what: 'coins come that nothing explains', amount: 5n }])));
    const noted = holdingOf({ ...EMPTY, unexplained: before.surplus });
    expect(compareHolding(noted)).toEqual({ expected: 5n, surplus: ZERO, shortage: 5n as Amount });
  });
});
