/**
 * Prices that have orders, as ascending ranks. The best is last: most prices come and go near it, where an array is
 * cheap to change.
 */
export class SortedPrices {
  readonly #ranks: number[] = [];

  /** Returns the rank `distance` steps below the best, undefined past the last. */
  at(distance: number): number | undefined {
    return this.#ranks[this.#ranks.length - 1 - distance];
  }

  /** Adds a new rank and returns the next better one. */
  add(rank: number): number | undefined {
    const index = this.#indexOf(rank);
    const better = this.#ranks[index];
    if (better === undefined) this.#ranks.push(rank);
    else this.#ranks.splice(index, 0, rank);
    return better;
  }

  remove(rank: number): void {
    const index = this.#indexOf(rank);
    if (index === this.#ranks.length - 1) this.#ranks.pop();
    else this.#ranks.splice(index, 1);
  }

  /** Returns the index where the rank is or belongs: the first that is not below it. */
  #indexOf(rank: number): number {
    const ranks = this.#ranks;
    let low = 0;
    let high = ranks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranks[middle] ?? rank) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
