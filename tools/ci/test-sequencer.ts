import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { shardByWeight } from './shard-by-weight.ts';

/** Seconds by file of an earlier run; `tools/ci/README.md` says how it is renewed. A stale figure only unbalances shards. */
const WEIGHTS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('test-weights.json', import.meta.url), 'utf8'),
);

/**
 * Files that share a process must not depend on their order, so every run has another one, by `--sequence.seed`. Shards
 * get files that take equally long together.
 */
export class TestSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const shared = files.filter((file) => !isIsolated(file));
    const isolated = files.filter(isIsolated);
    if (shared.length > 0) this.#printSeed();
    return [...this.#shuffle(shared), ...(await super.sort(isolated))];
  }

  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const sharding = { index, count, pathOf: (file: TestSpecification) => this.#pathOf(file), weights: WEIGHTS };
    return Promise.resolve(shardByWeight(files, sharding));
  }

  /** By hash and not by swaps: a part of the files keeps the order that it has among all. */
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

  /** The runner prints the seed itself where it shuffles the tests of a file. */
  #printSeed(): void {
    if (this.ctx.getSeed() === null)
      this.ctx.logger.log(`      Running files with seed "${this.ctx.config.sequence.seed}"`);
  }

  #pathOf({ moduleId }: TestSpecification): string {
    return relative(this.ctx.config.root, moduleId);
  }
}

const isIsolated = ({ project }: TestSpecification) => project.config.isolate;
