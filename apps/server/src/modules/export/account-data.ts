import type { Db } from '../../platform/db/database.ts';
import type { PersonalTable } from '../../platform/db/personal-data.ts';
import { slicesOf } from '../../platform/db/read-slices.ts';
import type { ExportKind, ExportWork } from './export-kind.ts';

const FORMAT = 'tidemark.account-data';
const VERSION = 1;
const ABOUT = [
  'Everything Tidemark stores about this account, in both account modes (book: real or demo).',
  'Each table has a description and its rows, oldest first.',
  'Times are ISO 8601 in UTC. Ids and amounts are texts, so that no digit is lost.',
  'left_out names the tables that are not included, and why.',
];

/** Makes the file with everything stored about a user: one JSON document, written row by row. */
export const createDataExport = (db: Db, tables: readonly PersonalTable[]): ExportKind => ({
  name: 'account.data',
  contentType: 'application/json; charset=utf-8',
  filename: () => 'tidemark-account-data.json',
  make: (work) => writeData(db, tables, work),
});

async function* writeData(db: Db, tables: readonly PersonalTable[], work: ExportWork): AsyncGenerator<string> {
  const { userId, progress } = work;
  const head = { format: FORMAT, version: VERSION, about: ABOUT, user: userId, made_at: new Date() };
  yield `${write(head).slice(0, -1)},\n"tables":{`;
  let done = 0;
  let isFirst = true;
  for (const { table, download } of tables) {
    progress(done++, tables.length);
    if ('not' in download) continue;
    yield `${isFirst ? '' : ','}\n${write(table)}:{"about":${write(download.about)},"rows":[`;
    isFirst = false;
    let separator = '\n';
    for await (const rows of slicesOf(db, download.rows(userId))) {
      yield separator + rows.map(write).join(',\n');
      separator = ',\n';
    }
    yield ']}';
  }
  const leftOut = tables.flatMap(({ table, download }) => ('not' in download ? [[table, download.not]] : []));
  yield `\n},\n"left_out":${write(Object.fromEntries(leftOut))}}\n`;
}

/** Writes a value as JSON. A bigint is written as text; `numeric` columns already are texts. */
const write = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
