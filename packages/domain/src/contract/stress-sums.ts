import { assert } from '@app/base';
import {
  type Amount,
  absolute,
  add,
  divideRounded,
  negate,
  ONE,
  type Price,
  type Rate,
  subtract,
  ZERO,
} from '@app/money';
import { type Exposure, type StressCost, stressCost } from './exposure.ts';
import { type Position, sizeOf } from './position.ts';

/** Sums follow the index when it is more than a hundredth away. */
const DISTANCE_MAX = 100n;

/** Value of `stressPass` of an item that is not counted. */
export const NO_STRESS_PASS = 0;

/** An open position of the owner. */
export type StressItem = {
  /** Written by the sums only; `NO_STRESS_PASS` at first. The build that counted the item last. */
  stressPass: number;
};

/**
 * Sums over all positions of one market, for `checkExposure`.
 *
 * The net notional is exact. Stress is exact at the reference, an index price not long ago. A position of size q differs
 * from that by at most q × (1 + stress rate) × (index − reference), and a tick for the rounding of prices: with the
 * reference a hundredth away and moves of a fifth, by 1.2 % of the notional of all positions.
 */
export type StressSums<Item extends StressItem> = {
  readonly count: number;
  add(item: Item): void;
  /** Takes an item out. It must be as it was when added: remove it before it changes, and add it again after. */
  remove(item: Item): void;
  /** Returns the sums at an index price. Undefined until they were built once. */
  read(index: Price): Pick<Exposure, 'net' | 'stress'> | undefined;
  /** Reference of the sums in use. */
  readonly reference: StressReference | undefined;
  /**
   * Takes notice of an index price and the stress rate in force. Begins to build the sums anew if there are none, the
   * index is far from the reference, or the rate is another. True while they are being built.
   */
  follow(index: Price, stressRate: Rate): boolean;
  /** Counts up to so many of the owner's items again. True while some remain; the sums before stay in use until then. */
  rebuildSlice(items: number): boolean;
};

export type StressReference = { readonly index: Price; readonly stressRate: Rate };

type StressOwner<Item> = {
  readonly positionOf: (item: Item) => Position;
  /**
   * Walks over the owner's items. They may come and go meanwhile, as in a `Map`, and others than those counted here may
   * be among them.
   */
  readonly items: () => Iterable<Item>;
};

/** Creates the sums of one market, empty. Opening and closing cost the same whatever the number of positions. */
export const createStressSums = <Item extends StressItem>(owner: StressOwner<Item>): StressSums<Item> =>
  new ReferencedSums(owner);

/** Sums around one reference. */
type Sums = StressReference & { rise: Amount; fall: Amount };

type Build<Item> = { readonly sums: Sums; readonly walk: Iterator<Item>; counted: number };

class ReferencedSums<Item extends StressItem> implements StressSums<Item> {
  readonly #owner: StressOwner<Item>;
  #size = ZERO;
  #count = 0;
  #sums: Sums | undefined;
  #build: Build<Item> | undefined;
  #pass = NO_STRESS_PASS + 1;

  constructor(owner: StressOwner<Item>) {
    this.#owner = owner;
  }

  get count(): number {
    return this.#count;
  }

  get reference(): StressReference | undefined {
    return this.#sums && { index: this.#sums.index, stressRate: this.#sums.stressRate };
  }

  add(item: Item): void {
    assert(item.stressPass === NO_STRESS_PASS, 'an item is counted once');
    const position = this.#owner.positionOf(item);
    this.#size = add(this.#size, signedSizeOf(position));
    this.#count += 1;
    if (this.#sums !== undefined) include(this.#sums, position);
    if (this.#build !== undefined) this.#countAgain(this.#build, position);
    item.stressPass = this.#pass;
  }

  remove(item: Item): void {
    assert(item.stressPass !== NO_STRESS_PASS, 'only a counted item is removed');
    const position = this.#owner.positionOf(item);
    this.#size = subtract(this.#size, signedSizeOf(position));
    this.#count -= 1;
    if (this.#sums !== undefined) exclude(this.#sums, position);
    if (this.#build !== undefined && item.stressPass === this.#pass) {
      exclude(this.#build.sums, position);
      this.#build.counted -= 1;
    }
    item.stressPass = NO_STRESS_PASS;
  }

  read(index: Price): Pick<Exposure, 'net' | 'stress'> | undefined {
    if (this.#sums === undefined) return undefined;
    const { rise, fall } = this.#sums;
    // Exact, like each notional: sizes and prices lie on their steps.
    const notional = divideRounded(absolute(this.#size) * index, ONE, 'down') as Amount;
    const net = this.#size < ZERO ? negate(notional) : notional;
    return { net, stress: { rise, fall } };
  }

  follow(index: Price, stressRate: Rate): boolean {
    if (this.#build === undefined && !isNear(this.#sums, { index, stressRate })) {
      this.#pass += 1;
      const walk = this.#owner.items()[Symbol.iterator]();
      this.#build = { sums: { index, stressRate, rise: ZERO, fall: ZERO }, walk, counted: 0 };
    }
    return this.#build !== undefined;
  }

  rebuildSlice(items: number): boolean {
    const build = this.#build;
    if (build === undefined) return false;
    for (let walked = 0; walked < items; walked++) {
      const { done, value: item } = build.walk.next();
      if (done === true) {
        this.#finish(build);
        return false;
      }
      if (item.stressPass === NO_STRESS_PASS || item.stressPass === this.#pass) continue;
      this.#countAgain(build, this.#owner.positionOf(item));
      item.stressPass = this.#pass;
    }
    return true;
  }

  #countAgain(build: Build<Item>, position: Position): void {
    include(build.sums, position);
    build.counted += 1;
  }

  #finish({ sums, counted }: Build<Item>): void {
    assert(counted === this.#count, 'the owner walks over every item that is counted');
    this.#sums = sums;
    this.#build = undefined;
  }
}

const signedSizeOf = (position: Position): Amount =>
  position.side === 'long' ? sizeOf(position) : negate(sizeOf(position));

function isNear(sums: Sums | undefined, { index, stressRate }: StressReference): boolean {
  if (sums === undefined || sums.stressRate !== stressRate) return false;
  return absolute(subtract(index, sums.index)) * DISTANCE_MAX <= sums.index;
}

function include(sums: Sums, position: Position): void {
  const { rise, fall }: StressCost = stressCost(position, sums.index, sums.stressRate);
  sums.rise = add(sums.rise, rise);
  sums.fall = add(sums.fall, fall);
}

function exclude(sums: Sums, position: Position): void {
  const { rise, fall }: StressCost = stressCost(position, sums.index, sums.stressRate);
  sums.rise = subtract(sums.rise, rise);
  sums.fall = subtract(sums.fall, fall);
}
