import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Draft, type Name, nameOf, openDraft, Refused } from './draft.ts';
import { addEndpoint } from './endpoint.ts';
import { addFeature } from './feature.ts';
import { addScreen, tableOf } from './screen.ts';

export const USAGE = `npm run new endpoint <feature> <name>
npm run new screen <feature> <name> [-- --title "Title"] [-- --path /pages/fund/withdraw]
npm run new feature <name>`;

const KINDS: readonly string[] = ['endpoint', 'screen', 'feature'];

/** Plans what a command adds, without writing it. */
export function planNew(root: string, args: readonly string[]): Draft {
  const { positionals, values } = parse(args);
  const [kind, first, second] = positionals;
  if (!KINDS.includes(kind ?? '')) throw new Refused(`Say what to generate: ${KINDS.join(', ')}.`);
  const draft = openDraft(root);
  const feature = nameOf(first, 'A feature');
  switch (kind) {
    case 'endpoint':
      requireFeature(draft, `apps/server/src/modules/${feature.dashed}/index.ts`, feature);
      addEndpoint(draft, feature, nameOf(second, 'An endpoint'));
      return draft;
    case 'screen':
      requireFeature(draft, tableOf(feature), feature);
      addScreen(draft, feature, nameOf(second, 'A screen'), { ...values, hasFolders: hasFolders(root, feature) });
      return draft;
    default:
      addFeature(draft, feature);
      return draft;
  }
}

function parse(args: readonly string[]) {
  const options = { title: { type: 'string' }, path: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}

function requireFeature(draft: Draft, path: string, { dashed }: Name): void {
  if (!draft.has(path)) throw new Refused(`${path} does not exist; \`npm run new feature ${dashed}\` creates it.`);
}

function hasFolders(root: string, { dashed }: Name): boolean {
  const folder = join(root, 'apps/web/src/features', dashed);
  return existsSync(folder) && readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isDirectory());
}
