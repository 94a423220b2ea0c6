/** Draws `count` items with the generator, each at most once, in the order of the list. */
export function drawSome<Item>(items: readonly Item[], count: number, below: (end: number) => number): Item[] {
  const left = items.map((_, index) => index);
  const drawn = Array.from({ length: Math.min(count, items.length) }, () => left.splice(below(left.length), 1)[0]);
  return items.filter((_, index) => drawn.includes(index));
}
