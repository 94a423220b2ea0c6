/**
 * The prices that have orders, as ranks in rising order. The best is last: most prices come and go near it, and there an
 * array is cheap to change.
 */
export class SortedPrices {
  readonly #ranks: number[] = [];

  /** The step `distance` below the best, undefined below the last. */
  at(distance: number): number | undefined {
    return this.#ranks[this.#ranks.length - 1 - distance];
  }

  /** Adds a rank that is not there yet and returns the next better one. */
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

  /** Where the rank is or belongs: the first index that is not below it. */
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
