import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, readRows } from './rows.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const MINUTE_MS = 60_000;

const PLANTED = `
let tries = 0;
test('holds', () => {});
test('breaks', () => { expect('what is').toBe('what should be'); });
test('holds when tried again', { retry: 2 }, () => { if (tries++ < 1) throw new Error('too early\\nCall log:\\n  - waiting for a button'); });
test('breaks however often', { retry: 1 }, () => { throw new Error('never\\nand more'); });
describe('a hook', () => {
  beforeAll(() => { throw new Error('no stage'); });
  test('is never reached', () => {});
});
`;

const SLOW = `
await new Promise((resolve) => setTimeout(resolve, 400));
test('takes a while', () => new Promise((resolve) => setTimeout(resolve, 200)));
`;

const configFor = (folder: string) => `
export default {
  root: '${folder}',
  test: { globals: true, reporters: ['${REPOSITORY}/tools/ci/naming-reporter.ts'] },
};
`;

let folder: string;
const runPlanted = (): { status: number | null; report: Report | undefined } => {
  const report = join(folder, 'new/names.json');
  const { status } = spawnSync(
    process.execPath,
    [join(REPOSITORY, 'node_modules/vitest/vitest.mjs'), 'run', '--outputFile.names', report],
    { cwd: folder, env: { PATH: process.env.PATH ?? '' }, encoding: 'utf8' },
  );
  return { status, report: readRows(join(folder, 'new'))[0] };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-names-'));
  writeFileSync(join(folder, 'vitest.config.ts'), configFor(folder));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = 'planted.test.ts';
const ms = expect.any(Number);

describe('the report with names', () => {
  it(
    'given a real run, then it names failures, hooks and stray errors too, and tests that passed only on retry',
    () => {
      writeFileSync(join(folder, file), PLANTED);
      const stray = `test('ends well', () => { Promise.reject(new TypeError('nobody listens')); });`;
      writeFileSync(join(folder, 'stray.test.ts'), stray);
      const { status, report } = runPlanted();
      expect(status).toBe(1);
      const why = expect.stringMatching(/^expected 'what is' to be 'what should be'/);
      expect(report?.rows).toHaveLength(8);
      expect(report?.rows).toEqual(
        expect.arrayContaining([
          { file, name: 'holds', state: 'passed', ms },
          { file, name: 'breaks', state: 'failed', ms, why },
          {
            file,
            name: 'holds when tried again',
            state: 'flaky',
            ms,
            why: 'too early · waiting for a button · line 5',
          },
          { file, name: 'breaks however often', state: 'failed', ms, why: 'never · line 6' },
          { file, name: 'a hook > is never reached', state: 'skipped', ms },
          { file, name: 'a hook, before or after its tests', state: 'failed', ms, why: 'no stage' },
          { file: 'stray.test.ts', name: 'ends well', state: 'passed', ms },
          { file: 'outside of any test', name: 'TypeError', state: 'failed', ms, why: 'nobody listens' },
        ]),
      );
    },
    MINUTE_MS,
  );

  it(
    'given the product throws by a mistake of its own, then that is evidence; a mistake of the test is none',
    () => {
      mkdirSync(join(folder, 'apps/any/src'), { recursive: true });
      writeFileSync(join(folder, 'apps/any/src/broken.ts'), 'export const broken = (row) => row.id;');
      const tests = `test('the product', () => { broken(undefined); }); test('the test', () => { [][0].id; });`;
      writeFileSync(join(folder, file), `import { broken } from './apps/any/src/broken.ts';\n${tests}`);
      const { report } = runPlanted();
      expect(report?.rows.map(({ name, evidence }) => [name, evidence])).toEqual([
        ['the product', expect.stringMatching(/^TypeError in apps\/any\/src\/broken\.ts:1: /)],
        ['the test', undefined],
      ]);
    },
    MINUTE_MS,
  );

  it(
    'given a slow import and a slow test, then both have their time, and the file has the sum',
    () => {
      writeFileSync(join(folder, file), SLOW);
      const { status, report } = runPlanted();
      expect(status).toBe(0);
      const [row] = report?.rows ?? [];
      const [time] = report?.files ?? [];
      expect(row?.ms).toBeGreaterThanOrEqual(190);
      expect(time?.file).toBe(file);
      expect(time?.importMs).toBeGreaterThanOrEqual(390);
      expect(time?.ms).toBeGreaterThanOrEqual(580);
    },
    MINUTE_MS,
  );

  it(
    'given a file that cannot be read, then it is named',
    () => {
      writeFileSync(join(folder, file), 'import "./no-such-file.ts";');
      const { status, report } = runPlanted();
      expect(status).toBe(1);
      expect(report?.rows).toMatchObject([{ file, state: 'failed', why: expect.stringContaining('no-such-file') }]);
    },
    MINUTE_MS,
  );
});
