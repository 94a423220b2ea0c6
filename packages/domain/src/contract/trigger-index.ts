import { assert } from '@app/base';
import type { Price } from '@app/money';
import {
  certainReachOf,
  isKeyExact,
  type KeyLine,
  keyLinesOf,
  liquidationKey,
  reachOf,
  slopeOf,
} from './liquidation-key.ts';
import { isLiquidated } from './liquidation-price.ts';
import type { ContractTerms, Position, PositionSide } from './position.ts';
import { SlotHeap, SlotPlaces } from './slot-heap.ts';

/** Value of `triggerSlot` of an item that is in no index. */
export const NO_TRIGGER_SLOT = -1;

/** A position or a pending order of the owner. The index keeps the object itself and reads it when it has to. */
export type TriggerItem = {
  readonly id: bigint;
  readonly side: PositionSide;
  /** Of a pending order. */
  readonly limit: Price | undefined;
  readonly stopLoss: Price | undefined;
  readonly takeProfit: Price | undefined;
  /** Written by the index only; `NO_TRIGGER_SLOT` at first. A field costs less than a map of a million items. */
  triggerSlot: number;
};

/** What a tick reaches, each list by id; an item is in one of them at most. */
export type Crossed<Item> = {
  readonly liquidations: readonly Item[];
  readonly stops: readonly Item[];
  readonly profits: readonly Item[];
  readonly pending: readonly Item[];
};

/** All triggers of one market. A tick that reaches nothing costs the same whatever the number of items. */
export type TriggerIndex<Item extends TriggerItem> = {
  readonly size: number;
  /** Lists a position for its liquidation, its stop-loss and its take-profit. */
  addPosition(item: Item): void;
  /** Lists a pending order for its limit. */
  addPending(item: Item): void;
  /**
   * Takes an item out; false if it was not in. An item is removed before it changes and added again after; only charging
   * nights changes nothing here, because what leaves the margin is charged.
   */
  remove(item: Item): boolean;
  /**
   * Takes out and returns what an index price reaches: liquidations as `isLiquidated`; else stops at or beyond, else
   * profits at or beyond; limits at or beyond. The result depends on the items only, not on the order of calls.
   */
  crossed(index: Price, overnightIndex: Price): Crossed<Item>;
};

/**
 * Creates the triggers of one market. `positionOf` shows an item as a position; it is called when an item is added and
 * when it may be liquidated. Positions opened under the same settings should share their terms object.
 */
export const createTriggerIndex = <Item extends TriggerItem>(
  positionOf: (item: Item) => Position,
): TriggerIndex<Item> => new HeapTriggerIndex(positionOf);

/** Positions of one side under lines of one rate. */
type LineList = { readonly side: PositionSide; readonly rate: bigint; readonly slope: number; readonly heap: SlotHeap };

/** Lines of some terms, and the list of each for both sides. */
type TermsLines = {
  readonly lines: readonly KeyLine[];
  readonly lists: Readonly<Record<PositionSide, readonly number[]>>;
};

type PriceHeaps = Readonly<Record<PositionSide, SlotHeap>>;

const PENDING = 0xffff;
const FIRST_CAPACITY = 64;

const signOf = (side: PositionSide) => (side === 'long' ? 1 : -1);
const byId = (one: TriggerItem, other: TriggerItem) => (one.id < other.id ? -1 : 1);
const heapsOn = (places: SlotPlaces): PriceHeaps => ({ long: new SlotHeap(places), short: new SlotHeap(places) });
/** Rounding is monotonous: what reaches a price reaches it after rounding too, and the exact prices decide. */
const roughly = (price: Price) => Number(price); // tidy: not money

class HeapTriggerIndex<Item extends TriggerItem> implements TriggerIndex<Item> {
  readonly #positionOf: (item: Item) => Position;
  #items: (Item | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  #capacity = 0;
  /** Highest overnight index seen: keys were chosen for it, so none lower is ever searched with. */
  #overnightIndex = 0;

  /** List of the line that decides, by slot; `PENDING` for an order. */
  #listOf = new Uint16Array(0);
  readonly #lists: LineList[] = [];
  readonly #linesOf = new WeakMap<ContractTerms, TermsLines>();

  readonly #linePlaces = new SlotPlaces();
  readonly #handoverPlaces = new SlotPlaces();
  readonly #pricePlaces = new SlotPlaces();
  readonly #profitPlaces = new SlotPlaces();
  /** Positions by the overnight index at which another line takes over. */
  readonly #handovers = new SlotHeap(this.#handoverPlaces);
  readonly #stops = heapsOn(this.#pricePlaces);
  readonly #pending = heapsOn(this.#pricePlaces);
  readonly #profits = heapsOn(this.#profitPlaces);

  constructor(positionOf: (item: Item) => Position) {
    this.#positionOf = positionOf;
  }

  get size(): number {
    return this.#items.length - this.#freeSlots.length;
  }

  addPosition(item: Item): void {
    const slot = this.#occupy(item);
    const { side, stopLoss, takeProfit } = item;
    this.#listLine(slot, this.#positionOf(item));
    if (stopLoss !== undefined) this.#stops[side].add(slot, signOf(side) * roughly(stopLoss));
    if (takeProfit !== undefined) this.#profits[side].add(slot, -signOf(side) * roughly(takeProfit));
  }

  addPending(item: Item): void {
    const { side, limit } = item;
    assert(limit !== undefined, 'a pending order has a limit');
    const slot = this.#occupy(item);
    this.#listOf[slot] = PENDING;
    this.#pending[side].add(slot, signOf(side) * roughly(limit));
  }

  remove(item: Item): boolean {
    const slot = item.triggerSlot;
    if (slot === NO_TRIGGER_SLOT) return false;
    assert(this.#items[slot] === item, 'an item is in one index');
    const list = this.#lists[this.#listOf[slot] ?? PENDING];
    list?.heap.remove(slot);
    if (this.#handoverPlaces.has(slot)) this.#handovers.remove(slot);
    const prices = list === undefined ? this.#pending : this.#stops;
    if (this.#pricePlaces.has(slot)) prices[item.side].remove(slot);
    if (this.#profitPlaces.has(slot)) this.#profits[item.side].remove(slot);
    this.#items[slot] = undefined;
    this.#freeSlots.push(slot);
    item.triggerSlot = NO_TRIGGER_SLOT;
    return true;
  }

  crossed(index: Price, overnightIndex: Price): Crossed<Item> {
    this.#overnightIndex = Math.max(this.#overnightIndex, roughly(overnightIndex));
    this.#handOver();
    const price = roughly(index);
    const now = { index, overnightIndex };
    const liquidations: Item[] = [];
    for (const { heap, slope } of this.#lists) {
      const reach = reachOf(slope, price, this.#overnightIndex);
      const certain = certainReachOf(reach, price, this.#overnightIndex);
      this.#take(heap, reach, liquidations, (item, key) => {
        const position = this.#positionOf(item);
        return (key >= certain && isKeyExact(position, index)) || isLiquidated(position, now);
      });
    }
    const isBelow = ({ side }: Item, level: Price | undefined) =>
      level !== undefined && (side === 'long' ? index <= level : index >= level);
    const isAbove = ({ side }: Item, level: Price | undefined) =>
      level !== undefined && (side === 'long' ? index >= level : index <= level);
    return {
      liquidations: liquidations.sort(byId),
      stops: this.#takeBoth(this.#stops, price, (item) => isBelow(item, item.stopLoss)),
      profits: this.#takeBoth(this.#profits, -price, (item) => isAbove(item, item.takeProfit)),
      pending: this.#takeBoth(this.#pending, price, (item) => isBelow(item, item.limit)),
    };
  }

  #takeBoth({ long, short }: PriceHeaps, reach: number, isReached: (item: Item) => boolean): Item[] {
    const found: Item[] = [];
    this.#take(long, reach, found, isReached);
    this.#take(short, -reach, found, isReached);
    return found.sort(byId);
  }

  /** Takes out what is reached; the few that only seem to be are put back. */
  #take(heap: SlotHeap, reach: number, found: Item[], isReached: (item: Item, key: number) => boolean): void {
    if (heap.topKey < reach) return; // Nearly every tick.
    const spared: { readonly slot: number; readonly key: number }[] = [];
    for (let key = heap.topKey; key >= reach; key = heap.topKey) {
      const slot = heap.topSlot;
      const item = this.#itemAt(slot);
      if (isReached(item, key)) {
        found.push(item);
        this.remove(item);
      } else {
        spared.push({ slot, key });
        heap.remove(slot);
      }
    }
    for (const { slot, key } of spared) heap.add(slot, key);
  }

  /** Lists positions whose line no longer decides under the next one. */
  #handOver(): void {
    while (-this.#handovers.topKey <= this.#overnightIndex) {
      const slot = this.#handovers.topSlot;
      this.#handovers.remove(slot);
      this.#lists[this.#listOf[slot] ?? PENDING]?.heap.remove(slot);
      this.#listLine(slot, this.#positionOf(this.#itemAt(slot)));
    }
  }

  #listLine(slot: number, position: Position): void {
    this.#overnightIndex = Math.max(this.#overnightIndex, roughly(position.overnightSince));
    const { lines, lists } = this.#termsLines(position.terms);
    const { line, key, until } = liquidationKey(position, lines, this.#overnightIndex);
    const list = lists[position.side][line] as number;
    this.#listOf[slot] = list;
    (this.#lists[list] as LineList).heap.add(slot, key);
    if (until !== Number.POSITIVE_INFINITY) this.#handovers.add(slot, -until);
  }

  #termsLines(terms: ContractTerms): TermsLines {
    const known = this.#linesOf.get(terms);
    if (known !== undefined) return known;
    const lines = keyLinesOf(terms);
    const listsOf = (side: PositionSide) => lines.map(({ rate }) => this.#listWith(side, rate));
    const made = { lines, lists: { long: listsOf('long'), short: listsOf('short') } };
    this.#linesOf.set(terms, made);
    return made;
  }

  #listWith(side: PositionSide, rate: KeyLine['rate']): number {
    const found = this.#lists.findIndex((list) => list.side === side && list.rate === rate);
    if (found !== -1) return found;
    assert(this.#lists.length < PENDING, 'few rates are in use');
    return this.#lists.push({ side, rate, slope: slopeOf(side, rate), heap: new SlotHeap(this.#linePlaces) }) - 1;
  }

  #itemAt(slot: number): Item {
    const item = this.#items[slot];
    assert(item !== undefined, 'a listed slot has an item');
    return item;
  }

  #occupy(item: Item): number {
    assert(item.triggerSlot === NO_TRIGGER_SLOT, 'an item is listed once');
    const slot = this.#freeSlots.pop() ?? this.#items.length;
    if (slot === this.#capacity) this.#grow();
    this.#items[slot] = item;
    item.triggerSlot = slot;
    return slot;
  }

  #grow(): void {
    this.#capacity = Math.max(FIRST_CAPACITY, Math.ceil(this.#capacity * 1.5)); // tidy: not money
    for (const places of [this.#linePlaces, this.#handoverPlaces, this.#pricePlaces, this.#profitPlaces])
      places.reserve(this.#capacity);
    const lists = new Uint16Array(this.#capacity);
    lists.set(this.#listOf);
    this.#listOf = lists;
  }
}
