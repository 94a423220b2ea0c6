import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, WEB } from '../dev/processes.ts';

/** Inputs of a build; tests and documents do not affect it. */
const INPUTS = ['apps/web', 'packages', 'package-lock.json', 'tsconfig.base.json'];
const NO_INPUT = /\.test\.tsx?$|\.md$|^packages\/(?:testkit|matching)\//;
/** Marker file inside the build, so that replacing the build also removes it. The edge refuses to serve dot files. */
const MARK = '.inputs';

/** Builds the production web app, or its pseudo-locale form, unless the folder has a build of the same inputs. */
export function buildWeb(kind?: 'pseudo'): string {
  const name = kind === undefined ? 'dist' : `dist-${kind}`;
  const folder = join(WEB, name);
  const mark = join(folder, MARK);
  const inputs = hashInputs();
  const isCurrent = existsSync(mark) && readFileSync(mark, 'utf8') === inputs;
  if (isCurrent && process.env.TIDEMARK_NO_CACHE === undefined) return folder;
  const vite = join(REPOSITORY, 'node_modules/.bin/vite');
  const more = kind === undefined ? [] : ['--mode', kind, '--outDir', name];
  const { status } = spawnSync(vite, ['build', '--logLevel', 'warn', ...more], { cwd: WEB, stdio: 'inherit' });
  if (status !== 0) throw new Error('the web app could not be built');
  writeFileSync(mark, inputs);
  return folder;
}

/** Hashes inputs by content, so that a touched file causes no build and a changed one always does. */
function hashInputs(): string {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...INPUTS];
  const paths = execFileSync('git', list, { cwd: REPOSITORY, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }).split(
    '\0',
  );
  const hash = createHash('sha256');
  for (const path of paths.filter((each) => each !== '' && !NO_INPUT.test(each)).sort()) {
    const file = join(REPOSITORY, path);
    if (!existsSync(file)) continue; // Deleted and not committed yet.
    hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
