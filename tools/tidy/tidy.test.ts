import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Environment without git's variables: a git hook sets them for its own repository, not for the one planted here. */
const OUTSIDE_GIT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
const WRONG = 'packages/money/src/amount.ts';
let top: string;

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
};
const git = (...args: string[]) => execFileSync('git', args, { cwd: top, env: OUTSIDE_GIT });
const runTidy = (folder = top) => {
  const script = join(import.meta.dirname, 'tidy.ts');
  const { status, stdout } = spawnSync(process.execPath, [script], { cwd: folder, env: OUTSIDE_GIT, encoding: 'utf8' });
  return { status, stdout };
};

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'tidy-'));
  git('init', '--quiet');
  write('.gitignore', 'dist/\n');
  write('packages/money/README.md', '# money\n');
  write('packages/money/package.json', '{ "dependencies": { "@app/base": "*", "@app/domain": "*" } }');
  write(WRONG, "import type { Brand } from '@app/base';\nimport { checkOrder } from '@app/domain/spot';\n");
});

afterEach(() => rmSync(top, { recursive: true }));

it('given a wrong import in a repository, when tidy runs, then it reports the line and fails until it is removed', () => {
  const wrong = runTidy();
  expect(wrong.stdout).toContain(`${WRONG}:2: directions: '@app/domain/spot': money may not import domain, only base;`);
  expect(wrong.status).toBe(1);
  expect(runTidy(join(top, 'packages/money'))).toEqual(wrong);

  write(WRONG, "import type { Brand } from '@app/base';\n");
  expect(runTidy()).toEqual({
    status: 0,
    stdout: 'tidy: 1 of 4 files read, 13 rules checked (not yet applicable: spec).\n',
  });
});

it('given ignored and deleted files, when tidy runs, then it reads neither', () => {
  git('add', '.');
  rmSync(join(top, WRONG));
  write('packages/money/dist/bad.ts', "import '@app/domain/spot';");
  expect(runTidy().status).toBe(0);
});
