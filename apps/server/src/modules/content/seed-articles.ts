import { assert } from '@app/base';
import { openDatabase, type Tx } from '../../platform/db/database.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { type Log, openLog } from '../../platform/process/log.ts';
import {
  addArticles,
  addVersions,
  findStrangers,
  findTakenNames,
  lockArticles,
  type NewVersion,
} from './content.store.ts';
import { type FiledArticle, readArticleFiles } from './read-article-files.ts';

/**
 * Seeds the files' articles into the database, after the migrations and as their owner; returns which texts are new.
 * Safe to repeat: changed texts become the next version, and what staff wrote or hid is kept.
 */
export async function seedArticles(
  url: string,
  folder?: string,
  log: Log = openLog('migrate', 'warn'),
): Promise<string[]> {
  const filed = await readArticleFiles(folder);
  const { db, close } = openDatabase({ url, connectionsMax: 1, name: 'seed' }, log);
  try {
    return await transactOn(db)((tx) => bring(tx, filed, log));
  } finally {
    await close();
  }
}

async function bring(tx: Tx, filed: readonly FiledArticle[], log: Log): Promise<string[]> {
  await lockArticles(tx);
  const taken = await findTakenNames(tx, filed);
  // A product update must not fail because staff used a slug: the staff's article is the one that is shown.
  if (taken.size > 0) log.warn({ articles: [...taken] }, 'content.slugs_taken');
  const articles = filed.filter(({ slug }) => !taken.has(slug));
  await addArticles(tx, articles);
  const strangers = await findStrangers(tx, articles);
  assert(strangers.length === 0, `another article has the number of: ${strangers.join(', ')}`);
  return await addVersions(tx, articles.flatMap(versionsOf));
}

const versionsOf = ({ id, texts }: FiledArticle): NewVersion[] =>
  [...texts].map(([language, { title, summary, body }]) => ({ article_id: id, language, title, summary, body }));
