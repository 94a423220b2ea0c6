import { type Draft, insertBefore, type Name, nameOf, Refused } from './draft.ts';
import { addEndpoint } from './endpoint.ts';
import { addScreen, tableOf } from './screen.ts';

/**
 * Adds a feature in all its places: domain, protocol, server module, web feature and texts. A feature whose pages are
 * announced keeps its table and texts.
 */
export function addFeature(draft: Draft, feature: Name): void {
  const module = `apps/server/src/modules/${feature.dashed}`;
  if (draft.has(`${module}/index.ts`)) throw new Refused(`${module} exists already: add endpoints and screens to it.`);
  const list = nameOf(`list-${feature.dashed}`, 'the name of the first endpoint');
  const state = { constant: `${feature.snake.toUpperCase()}_STATES`, type: `${feature.pascal}State` };
  const domain = `packages/domain/src/${feature.dashed}`;
  draft.create(`${domain}/state.ts`, stateText(feature, state));
  draft.create(`${domain}/index.ts`, `export { ${state.constant}, type ${state.type} } from './state.ts';\n`);
  const protocol = `packages/protocol/src/${feature.dashed}`;
  draft.create(`${protocol}/index.ts`, `export * from './routes.ts';\n`);
  draft.create(`${protocol}/routes.ts`, `import { ${state.constant} } from '@app/domain/${feature.dashed}';\n`);
  draft.create(`${module}/README.md`, readme(feature, list));
  draft.create(`${module}/index.ts`, `export { ${feature.camel}Routes } from './${feature.dashed}.routes.ts';\n`);
  draft.create(`${module}/${feature.dashed}.routes.ts`, routesText(feature));
  addEndpoint(draft, feature, list, state);
  register(draft, feature);
  if (!draft.has(tableOf(feature))) addWebFeature(draft, feature, list);
}

/** Names the feature where the parts of the product are joined. Its rank is that of a product, as of most features. */
function register(draft: Draft, feature: Name): void {
  draft.change('packages/protocol/src/routes.ts', (text) => {
    const listed = insertBefore(text, ']);', `  ${feature.camel},\n`, 'export const NAMED_ROUTES');
    return `import * as ${feature.camel} from './${feature.dashed}/index.ts';\n${listed}`;
  });
  draft.change('apps/server/src/bin/api-app.ts', (text) => {
    const bound = insertBefore(text, '  return { http, metrics, callers };', `  ${feature.camel}Routes(http, deps);\n`);
    return `import { ${feature.camel}Routes } from '../modules/${feature.dashed}/index.ts';\n${bound}`;
  });
  if (draft.read('tools/tidy/import-rules.ts').includes(`'${feature.dashed}'`)) return;
  draft.change('tools/tidy/import-rules.ts', (text) => insertBefore(text, "'spot'", `'${feature.dashed}', `, 'RANKS'));
  draft.change('docs/STYLE.md', (text) => insertBefore(text, 'spot  ', `${feature.dashed}  `, '\n3  '));
}

function addWebFeature(draft: Draft, feature: Name, list: Name): void {
  const table = `import type { Screen } from '../../data/app/screen.ts';\n\nexport const ${feature.camel}Screens: readonly Screen[] = [\n];\n`;
  draft.create(tableOf(feature), table);
  draft.create(`apps/web/src/features/${feature.dashed}/README.md`, webReadme(feature, list));
  addScreen(draft, feature, feature, { hasFolders: false });
  draft.change('apps/web/src/app/screens.ts', (text) => {
    const listed = insertBefore(text, '  ...systemScreens,', `  ...${feature.camel}Screens,\n`);
    return `import { ${feature.camel}Screens } from '../features/${feature.dashed}/${feature.dashed}.screens.ts';\n${listed}`;
  });
  draft.change('packages/i18n/src/catalogue.ts', (text) => {
    const key = feature.camel === feature.dashed ? feature.camel : `'${feature.dashed}'`;
    const listed = insertBefore(text, '};\n', `  ${key}: typeof ${feature.camel};\n`, 'type Catalogue = {');
    return `import type ${feature.camel} from './${feature.dashed}/en.json';\n${listed}`;
  });
}

const stateText = (feature: Name, { constant, type }: { constant: string; type: string }) =>
  `/** States of a row of ${feature.dashed}. */
export const ${constant} = ['open', 'closed'] as const;
export type ${type} = (typeof ${constant})[number];
`;

const routesText = (feature: Name) => `import * as routes from '@app/protocol/${feature.dashed}';
import type { Http } from '../../platform/http/caller.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/process/platform.ts';

/** Maps between wire and domain types and nothing else: a business rule found here is in the wrong file. */
export function ${feature.camel}Routes(http: Http, deps: Pick<Platform, 'db'>): void {
}
`;

const readme = (feature: Name, list: Name) => `# ${feature.dashed}

Lists what a user has in ${feature.dashed}. There is no table yet, so every list is empty.

- **Owns**: nothing yet.
- **Public API**: ${feature.camel}Routes(http, deps).
- **Money**: none.

Always true:

- A user sees only their own rows.

Start reading at ${list.dashed}.ts.
`;

const webReadme = (feature: Name, list: Name) => `# ${feature.dashed}

The page \`/pages/plus/${feature.camel}\`. It shows that there is nothing yet. It has no sub-folders.

- \`${feature.dashed}-screen.tsx\`: the page.

Routes: none yet; \`${list.camel}\` (\`@app/protocol/${feature.dashed}\`) will fill the page.

Start reading at \`${feature.dashed}-screen.tsx\`.
`;
