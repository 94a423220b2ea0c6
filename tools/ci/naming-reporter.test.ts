import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from './name-results.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const MINUTE_MS = 60_000;

const PLANTED = `
let tries = 0;
test('holds', () => {});
test('breaks', () => { expect('what is').toBe('what should be'); });
test('holds when tried again', { retry: 2 }, () => { if (tries++ < 1) throw new Error('too early'); });
test('breaks however often', { retry: 1 }, () => { throw new Error('never\\nand more'); });
describe('a hook', () => {
  beforeAll(() => { throw new Error('no stage'); });
  test('is never reached', () => {});
});
`;

const configFor = (folder: string) => `
export default {
  root: '${folder}',
  test: { globals: true, reporters: ['${REPOSITORY}/tools/ci/naming-reporter.ts'] },
};
`;

let folder: string;
const runPlanted = (): { status: number | null; results: Results } => {
  const report = join(folder, 'new/names.json');
  const { status } = spawnSync(
    process.execPath,
    [join(REPOSITORY, 'node_modules/vitest/vitest.mjs'), 'run', '--outputFile.names', report],
    { cwd: folder, env: { PATH: process.env.PATH ?? '' }, encoding: 'utf8' },
  );
  return { status, results: JSON.parse(readFileSync(report, 'utf8')) as Results };
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-names-'));
  writeFileSync(join(folder, 'vitest.config.ts'), configFor(folder));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the report with names', () => {
  it(
    'given a real run, then it names what failed, hooks and stray errors too, and what passed only when tried again',
    () => {
      writeFileSync(join(folder, 'planted.test.ts'), PLANTED);
      const stray = `test('ends well', () => { Promise.reject(new TypeError('nobody listens')); });`;
      writeFileSync(join(folder, 'stray.test.ts'), stray);
      const { status, results } = runPlanted();
      const file = 'planted.test.ts';
      expect(status).toBe(1);
      expect(results.passed).toBe(3);
      expect(results.failed).toHaveLength(4);
      expect(results.failed).toEqual(
        expect.arrayContaining([
          { file, test: 'a hook, before or after its tests', reason: 'no stage' },
          { file, test: 'breaks', reason: expect.stringMatching(/^expected 'what is' to be 'what should be'/) },
          { file, test: 'breaks however often', reason: 'never' },
          { file: 'outside of any test', test: 'TypeError', reason: 'nobody listens' },
        ]),
      );
      expect(results.flaky).toEqual([{ file, test: 'holds when tried again', reason: 'too early' }]);
    },
    MINUTE_MS,
  );

  it(
    'given a file that cannot be read, then that is named',
    () => {
      rmSync(join(folder, 'stray.test.ts'));
      writeFileSync(join(folder, 'planted.test.ts'), 'import "./no-such-file.ts";');
      const { status, results } = runPlanted();
      expect(status).toBe(1);
      expect(results.failed).toMatchObject([
        { file: 'planted.test.ts', reason: expect.stringContaining('no-such-file') },
      ]);
    },
    MINUTE_MS,
  );
});
