/**
 * Items by the time at which something is due for them, earliest first. An item whose time has changed is put in again;
 * its old place is found out when it is taken.
 */
export class DueTimes<Item> {
  readonly #timeOf: (item: Item) => number | undefined;
  /** A binary heap: no time is before that of its parent, at half its place. */
  readonly #heap: { readonly ms: number; readonly item: Item }[] = [];

  /** `timeOf` says when an item is due now; undefined if never. */
  constructor(timeOf: (item: Item) => number | undefined) {
    this.#timeOf = timeOf;
  }

  /** Returns when the first item is due. */
  nextMs(): number {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.#timeOf(first.item) === first.ms) return first.ms;
      this.#removeFirst();
    }
    return Number.POSITIVE_INFINITY;
  }

  add(item: Item): void {
    const ms = this.#timeOf(item);
    if (ms === undefined) return;
    const heap = this.#heap;
    let place = heap.push({ ms, item }) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Takes the items that are due at an instant, up to a number of them. */
  takeUntil(atMs: number, most = Number.POSITIVE_INFINITY): Item[] {
    const taken = new Set<Item>(); // An item may have two places with the same time.
    while (taken.size < most && this.nextMs() <= atMs) taken.add(this.#removeFirst().item);
    return [...taken];
  }

  #removeFirst() {
    const heap = this.#heap;
    this.#swap(0, heap.length - 1);
    const first = heap.pop();
    if (first === undefined) throw new Error('nothing is due');
    for (let place = 0; ; ) {
      const left = 2 * place + 1;
      const least = left + 1 < heap.length && this.#isBefore(left + 1, left) ? left + 1 : left;
      if (least >= heap.length || !this.#isBefore(least, place)) return first;
      this.#swap(least, place);
      place = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    return (this.#heap[one]?.ms ?? 0) < (this.#heap[other]?.ms ?? 0);
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const kept = heap[one];
    const moved = heap[other];
    if (kept === undefined || moved === undefined) return;
    heap[one] = moved;
    heap[other] = kept;
  }
}
