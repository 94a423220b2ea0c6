import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN, REPOSITORY, WEB } from '../dev/processes.ts';

/** Inputs of a build; tests and documents do not affect it. */
const INPUTS = ['packages', 'package-lock.json', 'tsconfig.base.json'];
const NO_INPUT = /\.test\.tsx?$|\.md$|^packages\/(?:testkit|matching)\//;
/** Marker file inside the build, so that replacing the build also removes it. The edge refuses to serve dot files. */
const MARK = '.inputs';

/** Builds the production web app, or its pseudo-locale form, unless the folder has a build of the same inputs. */
export const buildWeb = (kind?: 'pseudo'): string =>
  kind === undefined ? build(WEB, 'dist') : build(WEB, `dist-${kind}`, '--mode', kind, '--outDir', `dist-${kind}`);

/** Builds the back office, unless it is built from the same inputs. */
export const buildAdmin = (): string => build(ADMIN, 'dist');

function build(app: string, name: string, ...more: string[]): string {
  const folder = join(app, name);
  const mark = join(folder, MARK);
  const inputs = hashInputs(app);
  const isCurrent = existsSync(mark) && readFileSync(mark, 'utf8') === inputs;
  if (isCurrent && process.env.TIDEMARK_NO_CACHE === undefined) return folder;
  const vite = join(REPOSITORY, 'node_modules/.bin/vite');
  const { status } = spawnSync(vite, ['build', '--logLevel', 'warn', ...more], { cwd: app, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${app} could not be built`);
  writeFileSync(mark, inputs);
  return folder;
}

/** Hashes inputs by content, so that a touched file causes no build and a changed one always does. */
function hashInputs(app: string): string {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', app, ...INPUTS];
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
