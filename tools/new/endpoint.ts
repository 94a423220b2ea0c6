import { NAMED_ROUTES } from '@app/protocol';
import { addImport, type Draft, insertBefore, type Name, nameOf, Refused } from './draft.ts';

/** A domain type that each listed row has; only a new feature has one. */
type State = { readonly constant: string; readonly type: string };

/**
 * Adds a route that lists a page of the caller's rows. It works as it is: without a table the page is empty. What it
 * lists, and from where, is for the author.
 */
export function addEndpoint(draft: Draft, feature: Name, name: Name, state?: State): void {
  if (NAMED_ROUTES.some(([known]) => known === name.camel))
    throw new Refused(`there is a route ${name.camel} already.`);
  addRoute(draft, feature, name, state);
  const module = `apps/server/src/modules/${feature.dashed}`;
  draft.create(`${module}/${name.dashed}.ts`, useCase(feature, name, state));
  draft.create(`${module}/${name.dashed}.db.test.ts`, test(feature, name));
  const store = `${module}/${feature.dashed}.store.ts`;
  if (!draft.has(store)) draft.create(store, '');
  draft.change(store, (text) => withQuery(text, feature, name, state));
  draft.change(`${module}/${feature.dashed}.routes.ts`, (text) => withBinding(text, feature, name));
}

/** Returns what an endpoint such as `list-cards` lists. */
const rowsOf = ({ dashed }: Name): Name => nameOf(dashed.replace(/^(?:list|find|read|show)-/, ''), 'An endpoint');

function addRoute(draft: Draft, feature: Name, name: Name, state?: State): void {
  const folder = `packages/protocol/src/${feature.dashed}`;
  const file = draft.has(`${folder}/routes.ts`) ? 'routes.ts' : `${name.dashed}.routes.ts`;
  if (file !== 'routes.ts') {
    draft.create(`${folder}/${file}`, '');
    draft.change(`${folder}/index.ts`, (text) => `${text}export * from './${file}';\n`);
  }
  draft.change(`${folder}/${file}`, (text) => {
    const fields = addImport(text, ['id', 'listOf', 'paging', 'timeMs'], '../fields.ts');
    const whole = addImport(fields, ['route'], '../route.ts');
    const imported = whole.includes("'zod/mini'") ? whole : `import * as z from 'zod/mini';\n${whole}`;
    return imported + routeText(feature, name, state);
  });
}

const routeText = (feature: Name, name: Name, state?: State) => `
export const ${name.camel} = route({
  method: 'GET',
  path: '/plus/${feature.dashed}/${rowsOf(name).dashed}',
  access: 'user',
  description: 'Lists the caller’s ${rowsOf(name).sentence.toLowerCase()}, newest first.',
  request: z.object({ ...paging }),
  response: listOf(z.object({ id, ${state === undefined ? '' : `state: z.enum(${state.constant}), `}at: timeMs })),
  refusals: [],
  beyond: true,
});
`;

const useCase = (feature: Name, name: Name, state?: State) => `import type { Output } from '@app/protocol';
import type { ${name.camel} as route } from '@app/protocol/${feature.dashed}';
import type { Reader } from '../../platform/db/database.ts';
import { count${rowsOf(name).pascal}, type ${rowsOf(name).pascal}Page, find${rowsOf(name).pascal}Page } from './${feature.dashed}.store.ts';

/** Returns a page of the user's rows, newest first. */
export async function ${name.camel}(
  tx: Reader,
  userId: bigint,
  page: ${rowsOf(name).pascal}Page,
): Promise<Output<typeof route>> {
  const rows = await find${rowsOf(name).pascal}Page(tx, userId, page);
  const list = rows.map(({ id, ${state === undefined ? '' : 'state, '}at }) => ({ id, ${state === undefined ? '' : 'state, '}at: at.getTime() }));
  return { list, page: page.page, limit: page.limit, total: await count${rowsOf(name).pascal}(tx, userId) };
}
`;

function withQuery(text: string, feature: Name, name: Name, state?: State): string {
  const imports = [
    text.includes("'kysely'") ? '' : "import { sql } from 'kysely';\n",
    state === undefined ? '' : `import type { ${state.type} } from '@app/domain/${feature.dashed}';\n`,
  ].join('');
  const reader = /\bReader\b[^}]*\} from '\.\.\/\.\.\/platform\/db\/database\.ts'/.test(text)
    ? text
    : addImport(text, ['type Reader'], '../../platform/db/database.ts');
  const row = `{ id: bigint; ${state === undefined ? '' : `state: ${state.type}; `}at: Date }`;
  const column = state === undefined ? '' : `'' as state, `;
  return `${imports}${reader}
export type ${rowsOf(name).pascal}Page = { readonly page: number; readonly limit: number };

type ${rowsOf(name).pascal}Row = ${row};

/** Reads a page of the user's rows, newest first. No table has such rows yet, so it is empty. */
export async function find${rowsOf(name).pascal}Page(
  tx: Reader,
  userId: bigint,
  { page, limit }: ${rowsOf(name).pascal}Page,
): Promise<${rowsOf(name).pascal}Row[]> {
  const { rows } = await sql<${rowsOf(name).pascal}Row>\`
    select 0::bigint as id, ${column}app_now() as at where \${userId}::bigint is null
     order by id desc limit \${limit} offset \${(page - 1) * limit}\`.execute(tx);
  return rows;
}

/** Counts the user's rows on all pages. */
export async function count${rowsOf(name).pascal}(tx: Reader, userId: bigint): Promise<number> {
  const { rows } = await sql<{ total: number }>\`
    select count(*)::int as total from (select 1 where \${userId}::bigint is null) as own\`.execute(tx);
  return rows[0]?.total ?? 0;
}
`;
}

function withBinding(text: string, feature: Name, name: Name): string {
  const bound = `export function ${feature.camel}Routes(`;
  const body = text.slice(text.indexOf(bound));
  if (text.includes(bound) && !/\bdeps\b/.test(body))
    throw new Refused(
      `${feature.camel}Routes has no \`deps\` with a database. Give it \`deps: Pick<Platform, 'db'>\` first.`,
    );
  const call = `({ page, limit }, { userId }) => ${name.camel}(deps.db, userId, { page, limit })`;
  const binding = `\n  serve(http, routes.${name.camel}, ${call});`;
  const whole = insertBefore(text, '\n}\n', binding, bound);
  const served = addImport(whole, ['serve'], '../../platform/http/serve.ts');
  const protocol = `@app/protocol/${feature.dashed}`;
  const routed = served.includes(`'${protocol}'`) ? served : `import * as routes from '${protocol}';\n${served}`;
  return `import { ${name.camel} } from './${name.dashed}.ts';\n${routed}`;
}

const test = (feature: Name, name: Name) => `import { ${name.camel} as route } from '@app/protocol/${feature.dashed}';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openTestbed } from '../../../test/testbed.ts';
import { ${name.camel} } from './${name.dashed}.ts';

it('given a user without rows, when any page is listed, then it is empty and says which page it is', async () => {
  const { db } = await openTestbed('app');
  for (const page of [1, 2]) {
    const answer = await ${name.camel}(db, 1n, { page, limit: 10 });
    expect(z.encode(route.response, answer)).toEqual({ list: [], page, limit: 10, total: 0 });
  }
});
`;
