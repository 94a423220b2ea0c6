import type { Block, Range } from '@app/verifier';
import type { Testbed } from './testbed.ts';

type BlockRow = {
  number: string;
  at: Date;
  tick_count: number;
  key_id: string;
  root: Buffer;
  previous: Buffer;
  signature: Buffer;
  body: Buffer;
};

/** Reads the stored chain directly from the tables, bypassing the code that wrote it. */
export async function readStoredChain({ query }: Testbed): Promise<Range> {
  const rows = await query<BlockRow>(`
    select number, at, tick_count, key_id, root, previous, signature, body
      from price_block join price_ticks using (number) order by number`);
  const keys = await query<{ id: string; public_key: Buffer; from_block: string }>(
    'select id, public_key, from_block from price_key order by from_block',
  );
  const heads = await query<{ number: string; hash: Buffer }>('select number, hash from price_head');
  const [{ count } = { count: '0' }] = await query<{ count: string }>('select count(*) from price_block');
  return {
    from: 1,
    to: Number(count),
    blocks: rows.map(toBlock),
    keys: keys.map((row) => ({ id: row.id, publicKey: toBytes(row.public_key), fromBlock: Number(row.from_block) })),
    heads: heads.map((row) => ({ number: Number(row.number), hash: toBytes(row.hash) })),
  };
}

const toBlock = (row: BlockRow): Block => ({
  number: Number(row.number),
  atMs: row.at.getTime(),
  count: row.tick_count,
  keyId: row.key_id,
  root: toBytes(row.root),
  previous: toBytes(row.previous),
  signature: toBytes(row.signature),
  body: toBytes(row.body),
});

const toBytes = (buffer: Buffer) => new Uint8Array(buffer);

/** Returns the size of the blocks on disk, including indexes and heads. */
export async function readStoredBytes({ query }: Testbed): Promise<number> {
  const [row] = await query<{ bytes: string }>(`
    select sum(pg_total_relation_size(relid)) as bytes from (
      select relid from pg_partition_tree('price_ticks') union all
      select unnest(array['price_block', 'price_head']::regclass[])) as of_blocks (relid)`);
  return Number(row?.bytes ?? 0);
}
