import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const LOOK_EVERY_MS = 50;

/**
 * Waits until a table, whose ids only rise, has so many rows more than now. Reads new ones only, so that looking costs
 * the server little.
 */
export async function untilRows(
  root: pg.Pool,
  name: 'contract_charge' | 'contract_settlement',
  { rows: wanted, withinMs }: { readonly rows: number; readonly withinMs: number },
): Promise<void> {
  let last = await lastIdOf(root, name);
  let seen = 0;
  for (const endMs = Date.now() + withinMs; seen < wanted; await pause(LOOK_EVERY_MS)) {
    const { rows } = await root.query<{ count: number; last: string | null }>(
      `select count(*)::int as count, max(id)::text as last from ${name} where id > $1`,
      [last],
    );
    seen += rows[0]?.count ?? 0;
    last = rows[0]?.last ?? last;
    if (Date.now() > endMs) throw new Error(`${name} has ${seen} of ${wanted} rows`);
  }
}

async function lastIdOf(root: pg.Pool, name: string): Promise<string> {
  const { rows } = await root.query<{ id: string }>(`select coalesce(max(id), 0)::text as id from ${name}`);
  return rows[0]?.id ?? '0';
}
