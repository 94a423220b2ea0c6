import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Below } from '../../trial/random.ts';

const FILES = 50;

/** Makes sealed documents of users that role identity may open. */
export async function makeDocuments(owner: pg.Pool): Promise<readonly string[]> {
  const ids = Array.from({ length: FILES }, () => randomBytes(16).toString('base64url'));
  await owner.query(
    `with made as (
       insert into media_file (id, owner_id, mode, purpose, used_by, content_type, byte_size, width, height, sha256, key_id, wrapped_key)
       select id, n, 'sealed', 'identity', 'case:' || n, 'image/webp', 1, 1, 1, sha256(id::bytea), 'k', '\\x00'
         from unnest($1::text[]) with ordinality as f (id, n) returning id, purpose, used_by)
     insert into media_grant (file_id, purpose, used_by, grantee, reason) select id, purpose, used_by, 'staff:identity', 'review' from made`,
    [ids],
  );
  return ids;
}

/** Opens random documents as random staff members, and returns how many views have no row of their own in the trail. */
export async function viewDocuments(
  { admin, owner }: { readonly admin: pg.Pool; readonly owner: pg.Pool },
  documents: readonly string[],
  { views, tokens, below }: { readonly views: number; readonly tokens: readonly Buffer[]; readonly below: Below },
): Promise<number> {
  const view = async () => {
    const viewed = [tokens[below(tokens.length)], documents[below(documents.length)]];
    await admin.query('select desk_view_file($1, $2)', viewed);
    const { rowCount } = await admin.query('select * from desk_open_file($1, $2)', viewed);
    if (rowCount !== 1) throw new Error('a document was not opened');
  };
  for (let done = 0; done < views; done += 20)
    await Promise.all(Array.from({ length: Math.min(20, views - done) }, view));
  const { rows } = await owner.query<{ missing: number }>(
    `select count(*)::int as missing from media_view v
      where (select count(*) from trail t
              where t.action = 'document.viewed' and t.actor = v.viewer and t.subject = 'user:' || v.owner_id
                and t.details::json->>'view' = v.id::text and t.details::json->>'file' = v.file_id) <> 1`,
  );
  const { rows: counted } = await owner.query<{ count: number }>('select count(*)::int as count from media_view');
  return (rows[0]?.missing ?? 0) + Math.abs(views - (counted[0]?.count ?? 0));
}
