import type { BookOrder, HouseLevel } from './book.ts';
import type { BookSide, OrderNode } from './book-side.ts';

/** Offers to a taker in matching order: better price first, and orders before the house at equal prices. */
export class Offers<O extends BookOrder> {
  readonly #makers: BookSide<O>;
  readonly #house: readonly HouseLevel[];
  #node: OrderNode<O> | undefined;
  #nextLevel = 0;
  /** Current offer: its order, or undefined for the house. Without any offer the price is undefined. */
  maker: O | undefined = undefined;
  price: number | undefined = undefined;
  open = 0;

  constructor(makers: BookSide<O>, house: readonly HouseLevel[]) {
    this.#makers = makers;
    this.#house = house;
    this.#node = makers.first;
    this.next();
  }

  next(): void {
    while (this.#house[this.#nextLevel]?.open === 0) this.#nextLevel += 1;
    const level = this.#house[this.#nextLevel];
    const node = this.#node;
    if (level !== undefined && (node === undefined || this.#makers.rankOf(level.price) > node.level.rank)) {
      this.#offer(undefined, level);
      this.#nextLevel += 1;
    } else {
      this.#offer(node?.order, node?.order);
      this.#node = node?.worse;
    }
  }

  #offer(maker: O | undefined, what: HouseLevel | undefined): void {
    this.maker = maker;
    this.price = what?.price;
    this.open = what?.open ?? 0;
  }
}
