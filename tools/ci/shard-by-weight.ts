type Sharding<File> = {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
  readonly pathOf: (file: File) => string;
  readonly weights: Readonly<Record<string, number>>;
};

/**
 * Assigns the heaviest file first, each to the lightest shard so far. Every process computes all shards from the same
 * committed weights, so each file is in exactly one. A file without a weight gets the median.
 */
export function shardByWeight<File>(files: readonly File[], { index, count, pathOf, weights }: Sharding<File>): File[] {
  const unknown = medianOf(Object.values(weights)) ?? 1;
  const shards = Array.from({ length: count }, () => ({ weight: 0, files: [] as File[] }));
  const known = new Map(Object.entries(weights));
  const weighed = files.map((file) => ({ file, path: pathOf(file), weight: known.get(pathOf(file)) ?? unknown }));
  for (const { file, weight } of weighed.toSorted((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1))) {
    const lightest = shards.reduce((least, shard) => (shard.weight < least.weight ? shard : least));
    lightest.files.push(file);
    lightest.weight += weight;
  }
  return shards[index - 1]?.files ?? [];
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
