import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Command, commands, playOn, type Step } from '../test/commands.ts';
import { type Book, createBook, createNaiveBook, type Side } from './index.ts';

const SIDES = ['buy', 'sell'] as const;
const lotsIn = (book: Book, side: Side) => [...book.orders(side)].reduce((sum, { open }) => sum + open, 0);
const sum = (fills: readonly { readonly lots: number }[]) => fills.reduce((total, { lots }) => total + lots, 0);
const openOf = (levels: readonly { open: number }[]) => levels.reduce((total, { open }) => total + open, 0);
const snapshot = (book: Book) => SIDES.map((side) => [...book.orders(side)].map((order) => ({ ...order })));
const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Runs all commands on a fast book; `look` receives the orders as they were before each command. */
function playing(look: (book: Book, steps: Step[], before: ReturnType<typeof snapshot>) => void) {
  fc.assert(
    fc.property(commands, (sent: Command[]) => {
      const book = createBook();
      const play = playOn(book);
      for (const command of sent) {
        const before = snapshot(book);
        look(book, play(command), before);
      }
    }),
    { numRuns: 200 },
  );
}

describe('the fast book', () => {
  it('behaves like the naive book, step by step', () => {
    fc.assert(
      fc.property(commands, (sent: Command[]) => {
        const fast = createBook();
        const naive = createNaiveBook();
        const playFast = playOn(fast);
        const playNaive = playOn(naive);
        for (const command of sent) {
          expect(playFast(command)).toEqual(playNaive(command));
          expect(fast.hash()).toBe(naive.hash());
          for (const side of SIDES) {
            expect(fast.best(side)).toBe(naive.best(side));
            expect(fast.levels(side, 4)).toEqual(naive.levels(side, 4));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never crossed', () => {
    playing((book) => {
      expect(book.best('buy') ?? 0).toBeLessThan(book.best('sell') ?? Number.POSITIVE_INFINITY);
    });
  });

  it('loses no lot: an order equals fills, rest and cancelled lots; makers and house give exactly the fills', () => {
    playing((book, steps, before) => {
      let resting = openOf(before.flat());
      for (const step of steps) {
        if (step.kind === 'cancel') resting -= step.cancelled ? step.open : 0;
        else if (step.kind === 'sweep') {
          resting -= sum(step.fills);
          expect(openOf(step.levelsBefore) - openOf(step.levels)).toBe(sum(step.fills));
        } else {
          const { plan, order, opened, house, houseBefore } = step;
          expect(order.open + sum(plan.fills)).toBe(opened);
          const byHouse = sum(plan.fills.filter(({ maker }) => maker === undefined));
          expect(openOf(houseBefore) - openOf(house)).toBe(byHouse);
          resting += plan.rests - (sum(plan.fills) - byHouse);
          expect([0, order.open]).toContain(plan.rests);
        }
      }
      expect(lotsIn(book, 'buy') + lotsIn(book, 'sell')).toBe(resting);
    });
  });

  it('sells the fewest lots that bring the proceeds, and is filled if they did', () => {
    let reached = 0;
    fc.assert(
      fc.property(commands, (sent: Command[]) => {
        const play = playOn(createBook());
        for (const command of sent) {
          const [step] = play(command);
          if (command.kind !== 'place' || command.terms.proceeds === undefined || step?.kind !== 'place') continue;
          const { fills, end, rests } = step.plan;
          const brought = fills.reduce((total, { price, lots }) => total + price * lots, 0);
          const isEnough = brought >= command.terms.proceeds;
          expect([end === 'filled', rests]).toEqual([isEnough && end !== 'own_order', 0]);
          if (fills.length > 0) expect(brought - (fills.at(-1)?.price ?? 0)).toBeLessThan(command.terms.proceeds);
          if (isEnough && fills.length > 0) reached += 1;
        }
      }),
      { numRuns: 200 },
    );
    expect(reached).toBeGreaterThan(10);
  });

  it('keeps its levels equal to the sum of their orders', () => {
    playing((book) => {
      for (const side of SIDES) expect(sum(book.levels(side, 99))).toBe(lotsIn(book, side));
    });
  });

  it('never lets an owner trade with themselves', () => {
    playing((_, steps) => {
      for (const step of steps)
        if (step.kind === 'place')
          expect(step.plan.fills.map(({ maker }) => maker?.owner)).not.toContain(step.order.owner);
    });
  });

  it('orders its queue by price, then by time', () => {
    playing((book) => {
      for (const side of SIDES) {
        const line = [...book.orders(side)].map(
          ({ price, id }) => [side === 'buy' ? -price : price, Number(id)] as const,
        );
        expect(line).toEqual([...line].sort((one, other) => one[0] - other[0] || one[1] - other[1]));
      }
    });
  });

  it('fills makers from the front of the queue, each completely before the next', () => {
    playing((_, steps, before) => {
      const step = steps[0];
      if (step === undefined || step.kind === 'cancel') return;
      const side = step.kind === 'place' ? opposite(step.order.side) : step.fills[0]?.maker.side;
      const fills = step.kind === 'place' ? step.plan.fills : step.fills;
      const served = Map.groupBy(
        fills.filter(({ maker }) => maker !== undefined),
        ({ maker }) => maker?.id,
      );
      const line = side === 'sell' ? before[1] : before[0];
      const front = line?.slice(0, served.size) ?? [];
      expect([...served.keys()]).toEqual(front.map(({ id }) => id));
      for (const { id, open } of front.slice(0, -1)) expect(sum(served.get(id) ?? [])).toBe(open);
    });
  });

  it('is rebuilt from its orders in priority order', () => {
    playing((book) => {
      const again = createBook();
      for (const side of SIDES) for (const order of book.orders(side)) again.restore({ ...order });
      expect(again.hash()).toBe(book.hash());
    });
  });

  it('plans without changing anything', () => {
    fc.assert(
      fc.property(commands, (sent: Command[]) => {
        const book = createBook();
        const play = playOn(book);
        for (const command of sent) {
          const hash = book.hash();
          const orders = snapshot(book);
          const copy = structuredClone(command);
          if (command.kind === 'place') book.plan({ ...command.request, id: 0n }, command.terms, command.house);
          if (command.kind === 'sweep') book.planSweep(command.side, command.levels);
          expect(book.hash()).toBe(hash);
          expect(snapshot(book)).toEqual(orders);
          expect(command).toEqual(copy);
          play(command);
        }
      }),
    );
  });
});
