import { assert, expectDefined } from '@app/base';
import { type Book, type BookOrder, createBook, type Side, type Terms } from '@app/matching';
import { seeded } from '../../trial/random.ts';

const RESTING = 4_000;
const MID = 50_000;
const PORTION = 1_000;
/** Typical market activity: quotes that follow the price. In percent; a move is a cancel and a new order. */
const SHARES = { limit: 9, immediate: 3, cancel: 6 };
/** Per mille of orders that cross the mid price: few enough that as many orders arrive as leave. */
const REACHING = { limit: 50, immediate: 500, move: 2 };
const REST: Terms = { remainder: 'rest' };
const CANCEL: Terms = { remainder: 'cancel' };

type Operation = { readonly gone: number; readonly sent: number; readonly terms: Terms };
const NONE = -1;

/** Operations and the orders they refer to, by index; each contestant gets its own copies. */
export type Mix = {
  readonly orders: readonly BookOrder[];
  readonly operations: readonly Operation[];
  /** Number of resting orders after the last operation. */
  readonly restingAtEnd: number;
};

/**
 * Generates a mix and plays it once while doing so, so that every cancelled or moved order is resting at that moment.
 */
export function makeMix(seed: number, count: number): Mix {
  const below = seeded(seed);
  const orders: BookOrder[] = [];
  const operations: Operation[] = [];
  const rehearsal = openRehearsal();
  const add = (terms: Terms, reaching: number, gone: number) => {
    const sent = orders.push(makeOrder(below, orders.length, reaching)) - 1;
    operations.push({ gone, sent, terms });
    rehearsal.play(gone, { ...expectDefined(orders[sent], 'an order that is sent') }, sent, terms);
  };
  while (rehearsal.live.length < RESTING) add(REST, 0, NONE);
  for (let made = 0; made < count; made++) {
    const dice = below(100);
    const picked = rehearsal.live[below(rehearsal.live.length)] ?? NONE;
    if (dice < SHARES.limit) add(REST, REACHING.limit, NONE);
    else if (dice < SHARES.limit + SHARES.immediate) add(CANCEL, REACHING.immediate, NONE);
    else if (dice >= SHARES.limit + SHARES.immediate + SHARES.cancel) add(REST, REACHING.move, picked);
    else {
      operations.push({ gone: picked, sent: NONE, terms: CANCEL });
      rehearsal.play(picked, undefined, NONE, CANCEL);
    }
  }
  return { orders, operations, restingAtEnd: rehearsal.live.length };
}

/**
 * Returns operations a second over the first `count`; filling the order book before is not counted. Orders are created
 * in portions outside the measured time: like orders that arrive from outside, they are new to the order book.
 */
export function measureMix(book: Book, { orders, operations }: Mix, count: number): number {
  const own: (BookOrder | undefined)[] = [];
  const filling = operations.findIndex(({ gone, terms }) => gone !== NONE || terms !== REST);
  const end = Math.min(operations.length, filling + count);
  let tookMs = 0;
  for (let from = 0; from < end; ) {
    const portion = operations.slice(from, Math.min(from < filling ? filling : end, from + PORTION));
    for (const { sent } of portion)
      if (sent !== NONE) own[sent] = { ...expectDefined(orders[sent], 'an order that is sent') };
    const startedMs = performance.now();
    play(book, own, portion);
    if (from >= filling) tookMs += performance.now() - startedMs;
    from += portion.length;
  }
  return ((end - filling) * 1000) / tookMs;
}

function play(book: Book, orders: (BookOrder | undefined)[], operations: readonly Operation[]): void {
  for (const { gone, sent, terms } of operations) {
    if (gone !== NONE) {
      assert(book.cancel(expectDefined(orders[gone], 'an order that goes')), 'the book does what the rehearsal did');
      orders[gone] = undefined; // Keeping them would measure the garbage collector.
    }
    if (sent === NONE) continue;
    const order = expectDefined(orders[sent], 'an order that is sent');
    book.apply(order, book.plan(order, terms));
  }
}

/** Makes an order, dense around the mid price and sparse far from it, unless it crosses. */
function makeOrder(below: (end: number) => number, index: number, reaching: number): BookOrder {
  const side: Side = below(2) === 0 ? 'buy' : 'sell';
  const distance = Math.floor((below(1_000) * below(1_000)) / 1_000);
  const reach = below(1_000) < reaching ? 3 : -1 - distance;
  const price = side === 'buy' ? MID + reach : MID - reach;
  return { id: (1n << 61n) + BigInt(index) * 4_099n, owner: BigInt(index), side, price, open: 1 + below(9) };
}

function openRehearsal() {
  const book = createBook();
  const live: number[] = [];
  const placed = new Map<number, { order: BookOrder; at: number }>();
  const indexOf = new Map<bigint, number>();
  const forget = (index: number) => {
    const at = placed.get(index)?.at ?? 0;
    const last = live.pop() ?? 0;
    placed.delete(index);
    if (last === index) return;
    live[at] = last;
    const moved = placed.get(last);
    if (moved !== undefined) moved.at = at;
  };
  const play = (gone: number, order: BookOrder | undefined, sent: number, terms: Terms) => {
    const leaving = placed.get(gone);
    if (leaving !== undefined && book.cancel(leaving.order)) forget(gone);
    if (order === undefined) return;
    const plan = book.plan(order, terms);
    book.apply(order, plan);
    for (const { maker } of plan.fills) if (maker?.open === 0) forget(indexOf.get(maker.id) ?? 0);
    if (plan.rests === 0) return;
    indexOf.set(order.id, sent);
    placed.set(sent, { order, at: live.push(sent) - 1 });
  };
  return { live, play };
}
