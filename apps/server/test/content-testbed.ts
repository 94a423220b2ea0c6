import type pg from 'pg';
import { type ApiTestbed, openApiTestbed } from './api-testbed.ts';

type Draft = {
  id: number;
  category?: number;
  place?: number;
  /** In PostgreSQL's format; null is a draft. */
  published?: string | null;
  hidden?: boolean;
  pop?: boolean;
  titles: Readonly<Record<string, string>>;
  body?: string;
};

/** The whole API, and a writer for articles: it writes them as the staff page will, bypassing the files. */
export type ContentTestbed = ApiTestbed & { write(draft: Draft): Promise<void> };

export async function openContentTestbed(): Promise<ContentTestbed> {
  const testbed = await openApiTestbed();
  return { ...testbed, write: (draft) => write(testbed.root, draft) };
}

async function write(root: pg.Client, { id, titles, body = '<p>Body.</p>', ...draft }: Draft): Promise<void> {
  const { category = 4, place = 0, published = '2026-01-01', hidden = false, pop = false } = draft;
  await root.query(
    `insert into article (id, slug, category, place, is_pop, published_at, hidden_at)
     values ($1::bigint, 'test-' || $1::bigint, $2, $3, $4, $5, case when $6::boolean then app_now() end)`,
    [id, category, place, pop, published, hidden],
  );
  for (const [language, title] of Object.entries(titles))
    await root.query(
      `insert into article_version (article_id, language, version, title, summary, body, written_by)
       values ($1, $2, 1, $3, 'Summary.', $4, 'ann')`,
      [id, language, title, body],
    );
}
