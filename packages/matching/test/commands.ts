import fc from 'fast-check';
import type { Book, BookOrder, HouseLevel, Plan, Side, SweepFill, Terms } from '../src/index.ts';

type Request = { readonly owner: bigint; readonly side: Side; readonly price: number; readonly open: number };
export type Command =
  | { readonly kind: 'place'; readonly request: Request; readonly terms: Terms; readonly house: readonly HouseLevel[] }
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'move'; readonly pick: number; readonly price: number }
  | { readonly kind: 'sweep'; readonly side: Side; readonly levels: readonly HouseLevel[] };

/** Outcome of one command, with enough detail to check every law about it. */
export type Step =
  | { kind: 'place'; order: BookOrder; opened: number; plan: Plan; house: HouseLevel[]; houseBefore: HouseLevel[] }
  | { kind: 'cancel'; cancelled: boolean; open: number }
  | { kind: 'sweep'; fills: readonly SweepFill[]; levels: HouseLevel[]; levelsBefore: HouseLevel[] };

// Few prices, owners and lots, so that orders match, levels empty and owners hit their own orders.
const sides = fc.constantFrom<Side>('buy', 'sell');
const prices = fc.integer({ min: 1, max: 12 });
const requests = fc.record({
  owner: fc.bigInt(1n, 4n),
  side: sides,
  price: prices,
  open: fc.integer({ min: 1, max: 9 }),
});
const levelsOf = (side: Side) =>
  fc
    .array(fc.record({ price: prices, open: fc.integer({ min: 0, max: 6 }) }), { maxLength: 3 })
    .map((levels) => levels.sort((one, other) => (side === 'buy' ? other.price - one.price : one.price - other.price)));
const plainTerms = fc.constantFrom<Terms>({ remainder: 'rest' }, { remainder: 'cancel' }, { remainder: 'post' });
const budgets = fc.nat({ max: 80 }).map((budget): Terms => ({ remainder: 'cancel', budget }));
const proceeds = fc.integer({ min: 1, max: 80 }).map((brings): Terms => ({ remainder: 'cancel', proceeds: brings }));

const places = requests.chain((request) =>
  fc.record({
    kind: fc.constant('place' as const),
    request: fc.constant(request),
    terms: fc.oneof({ weight: 3, arbitrary: plainTerms }, request.side === 'buy' ? budgets : proceeds),
    house: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, levelsOf(request.side === 'buy' ? 'sell' : 'buy')),
  }),
);
const sweeps = sides.chain((side) =>
  fc.record({ kind: fc.constant('sweep' as const), side: fc.constant(side), levels: levelsOf(side) }),
);
const command = fc.oneof<fc.WeightedArbitrary<Command>[]>(
  { weight: 6, arbitrary: places },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), pick: fc.nat(), price: prices }) },
  { weight: 1, arbitrary: sweeps },
);
export const commands = fc.array(command, { maxLength: 60, size: 'max' });

/**
 * Runs commands on one order book with its own copy of the orders and the house, because a book changes them; ids rise
 * with time.
 */
export function playOn(book: Book): (command: Command) => Step[] {
  const sent: BookOrder[] = [];
  const place = (request: Request, terms: Terms, house: readonly HouseLevel[]): Step => {
    const order = { ...request, id: BigInt(sent.push({ ...request, id: 0n })) };
    sent[sent.length - 1] = order;
    const own = house.map((level) => ({ ...level }));
    const plan = book.plan(order, terms, own);
    book.apply(order, plan, own);
    return { kind: 'place', order, opened: request.open, plan, house: own, houseBefore: [...house] };
  };
  const cancel = (order: BookOrder): Step => ({ kind: 'cancel', cancelled: book.cancel(order), open: order.open });
  const picked = (pick: number) => sent[pick % sent.length];

  return (next) => {
    if (next.kind === 'place') return [place(next.request, next.terms, next.house)];
    if (next.kind === 'sweep') return [sweepOn(book, next.side, next.levels)];
    const order = picked(next.pick);
    if (order === undefined) return [];
    const gone = cancel(order);
    if (next.kind === 'cancel' || gone.kind !== 'cancel' || !gone.cancelled) return [gone];
    const { owner, side, open } = order;
    return [gone, place({ owner, side, open, price: next.price }, { remainder: 'rest' }, [])];
  };
}

function sweepOn(book: Book, side: Side, wanted: readonly HouseLevel[]): Step {
  const levels = wanted.map((level) => ({ ...level }));
  const fills = book.planSweep(side, levels);
  book.applySweep(fills, levels);
  return { kind: 'sweep', fills, levels, levelsBefore: [...wanted] };
}
