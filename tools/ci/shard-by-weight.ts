type Weighing<File> = {
  readonly pathOf: (file: File) => string;
  readonly weights: Readonly<Record<string, number>>;
};

type Sharding<File> = Weighing<File> & {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
};

/**
 * Assigns the heaviest file first, each to the lightest shard so far. Every process computes all shards from the same
 * committed weights, so each file is in exactly one.
 */
export function shardByWeight<File>(files: readonly File[], { index, count, pathOf, weights }: Sharding<File>): File[] {
  const shards = Array.from({ length: count }, () => ({ weight: 0, files: [] as File[] }));
  for (const { file, weight } of weigh(files, { pathOf, weights })) {
    const lightest = shards.reduce((least, shard) => (shard.weight < least.weight ? shard : least));
    lightest.files.push(file);
    lightest.weight += weight;
  }
  return shards[index - 1]?.files ?? [];
}

/** Orders files so that the heaviest starts first and the last one to end is light. */
export const heaviestFirst = <File>(files: readonly File[], weighing: Weighing<File>): File[] =>
  weigh(files, weighing).map(({ file }) => file);

/** Returns the files with their weights, the heaviest first. A file without a weight gets the median. */
function weigh<File>(files: readonly File[], { pathOf, weights }: Weighing<File>) {
  const unknown = medianOf(Object.values(weights)) ?? 1;
  const known = new Map(Object.entries(weights));
  return files
    .map((file) => ({ file, path: pathOf(file), weight: known.get(pathOf(file)) ?? unknown }))
    .toSorted((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1));
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
