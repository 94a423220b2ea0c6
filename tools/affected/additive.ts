import type { Tree } from '../tidy/tree.ts';

const COMMENT = /--.*|\/\*[\s\S]*?\*\//g;
const BODY = /\$(\w*)\$[\s\S]*?\$\1\$/g;
const TEXT = /'(?:[^']|'')*'/g;
const TABLE = /^create table (\w+) \(/;
const FUNCTION = /^create function (\w+)/;

/** Statements that only add to what is created in the same file; `a` is the object they belong to. */
const ADDING: readonly RegExp[] = [
  /^create table \w+ \(/,
  /^create (?:unique )?index \w+ on (?<a>\w+)/,
  /^create function \w+/,
  /^create (?:constraint )?trigger \w+ .*? on (?<a>\w+)/,
  /^comment on (?:table|column|index|function) (?<a>\w+)/,
  /^(?:grant|revoke) (?!execute).*? on (?:table )?(?<a>\w+(?:, \w+)*) (?:to|from) /,
  /^(?:grant|revoke) execute on function (?<a>\w+)/,
];

/**
 * Returns the tables that a migration creates, if it only adds: nothing that existed before changes its shape, rows,
 * functions or rights. Otherwise undefined.
 */
export function tablesAddedBy(sql: string): readonly string[] | undefined {
  const statements = sql
    .replace(BODY, "''")
    .replace(COMMENT, ' ')
    .replace(TEXT, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const tables = statements.flatMap((statement) => TABLE.exec(statement)?.[1] ?? []);
  const own = new Set([...tables, ...statements.flatMap((statement) => FUNCTION.exec(statement)?.[1] ?? [])]);
  const adds = (statement: string) => {
    const match = ADDING.map((pattern) => pattern.exec(statement)).find((found) => found !== null);
    const objects = match?.groups?.a?.split(', ') ?? [];
    return match !== undefined && objects.every((object) => own.has(object));
  };
  return tables.length > 0 && statements.every(adds) ? tables : undefined;
}

/** Returns the files that name one of the tables: a name that is also a word counts only as a part of SQL. */
export function filesNaming(tables: readonly string[], { sources }: Tree): string[] {
  const names = tables.map((table) => (table.includes('_') ? table : `(?:from|join|into|update|table|only) +${table}`));
  const pattern = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`, 'i');
  return sources.filter(({ uncommented }) => pattern.test(uncommented)).map(({ path }) => path);
}
