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
  const unknown = medianOf(Object.values(weights)) ?? 1;
  for (const { file, weight } of weigh(files, { pathOf, weights }, unknown)) {
    const lightest = shards.reduce((least, shard) => (shard.weight < least.weight ? shard : least));
    lightest.files.push(file);
    lightest.weight += weight;
  }
  return shards[index - 1]?.files ?? [];
}

/**
 * Orders files so that the heaviest starts first and the last one to end is light. A file without a weight starts before
 * all others: a heavy one that starts last would run for minutes after them.
 */
export const heaviestFirst = <File>(files: readonly File[], weighing: Weighing<File>): File[] =>
  weigh(files, weighing, Number.POSITIVE_INFINITY).map(({ file }) => file);

/** Returns the files with their weights, the heaviest first. */
function weigh<File>(files: readonly File[], { pathOf, weights }: Weighing<File>, unknown: number) {
  const known = new Map(Object.entries(weights));
  return files
    .map((file) => ({ file, path: pathOf(file), weight: known.get(pathOf(file)) ?? unknown }))
    .toSorted((a, b) => compare(b.weight, a.weight) || (a.path < b.path ? -1 : 1));
}

/** Also of two infinite weights, whose difference is no number. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b);

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
