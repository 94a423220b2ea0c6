import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { heaviestFirst, shardByWeight } from './shard-by-weight.ts';

/**
 * Seconds by file of an earlier run; `tools/ci/README.md` describes how to renew them. A stale figure only unbalances
 * shards.
 */
const WEIGHTS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('test-weights.json', import.meta.url), 'utf8'),
);

/**
 * Orders files differently in every run, by `--sequence.seed`, because files that share a process must not depend on
 * their order; files with a process each start with the one that takes longest. Shards get files with equal total times.
 */
export class TestSequencer extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const shared = files.filter((file) => !isIsolated(file));
    const isolated = files.filter(isIsolated);
    if (shared.length > 0) this.#printSeed();
    return Promise.resolve([...this.#shuffle(shared), ...heaviestFirst(isolated, this.#weighing)]);
  }

  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return Promise.resolve(shardByWeight(files, { ...this.#weighing, index, count }));
  }

  readonly #weighing = { pathOf: (file: TestSpecification) => this.#pathOf(file), weights: WEIGHTS };

  /** Shuffles by hash, not by swaps, so that a subset of the files keeps its relative order. */
  #shuffle(files: readonly TestSpecification[]): TestSpecification[] {
    const { seed } = this.ctx.config.sequence;
    const placeOf = (file: TestSpecification) =>
      createHash('sha256')
        .update(`${seed} ${this.#pathOf(file)}`)
        .digest('hex');
    return files
      .map((file) => ({ file, place: placeOf(file), group: file.project.config.sequence.groupOrder }))
      .toSorted((a, b) => a.group - b.group || (a.place < b.place ? -1 : 1))
      .map(({ file }) => file);
  }

  /** Prints the seed, unless the runner does so itself because it shuffles the tests of a file. */
  #printSeed(): void {
    if (this.ctx.getSeed() === null)
      this.ctx.logger.log(`      Running files with seed "${this.ctx.config.sequence.seed}"`);
  }

  #pathOf({ moduleId }: TestSpecification): string {
    return relative(this.ctx.config.root, moduleId);
  }
}

const isIsolated = ({ project }: TestSpecification) => project.config.isolate;
