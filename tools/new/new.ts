import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findTop } from '../tidy/tree.ts';
import { Refused, writeDraft } from './draft.ts';
import { planNew, USAGE } from './plan.ts';

const root = findTop(process.cwd());

try {
  const draft = planNew(root, process.argv.slice(2));
  writeDraft(root, draft);
  const paths = [...draft.files.keys()];
  const formatted = paths.filter((path) => !path.endsWith('.md'));
  const biome = join(root, 'node_modules/.bin/biome');
  const { status, stdout, stderr } = spawnSync(biome, ['check', '--write', ...formatted], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(stdout, stderr);
  process.exitCode = status ?? 1;
  const texts = paths.filter((path) => path.startsWith('packages/i18n/') && path.endsWith('.json'));
  console.log(paths.filter((path) => !texts.includes(path)).join('\n'));
  if (texts.length > 0) console.log(`${texts.length} text files: translate what starts with "[untranslated]".`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(`${error.message} Nothing was written.\n\n${USAGE}`);
  process.exitCode = 1;
}
