import {
  type Block,
  type Bytes,
  checkBlocks,
  fromHex,
  type NamedRoot,
  type Range,
  readTicks,
  tickBytes,
  toHex,
} from '@app/verifier';
import type { Message } from './listener.ts';
import type { Testbed } from './testbed.ts';

const SHOWN_MAX = 5;

export type Report = { readonly ticks: number; readonly faults: readonly string[] };

/** Checks that everything ever published is stored, and that the stored blocks are one valid chain. */
export async function checkPublished(messages: readonly Message[], chain: Range): Promise<Report> {
  const findings = await checkBlocks(chain);
  const broken = findings.map(({ check, block }) => `block ${block}: ${check} does not hold`);
  const { ticks, faults } = compare(messages, chain);
  return { ticks, faults: [...faults, ...broken] };
}

/** Lists the first faults, and the number of others. */
export const describeFaults = (faults: readonly string[]): string =>
  [...faults.slice(0, SHOWN_MAX), ...(faults.length > SHOWN_MAX ? [`and ${faults.length - SHOWN_MAX} more`] : [])].join(
    '; ',
  );

/** The finding that a forged tick must cause. */
export const OTHER_CONTENT = 'was published with another content than is stored';

/** Compares the bytes of every published tick with those stored under the same number. */
export function compare(messages: readonly Message[], { blocks }: Pick<Range, 'blocks'>): Report {
  const stored = new Map(blocks.flatMap(({ body }) => leavesOf(body)));
  const published = new Map<string, string>();
  const faults = messages.flatMap(({ number, body }) =>
    leavesOf(fromHex(body)).flatMap(([name, bytes]) => {
      const before = published.get(name) ?? bytes;
      published.set(name, bytes);
      return [
        ...(stored.has(name) ? [] : [`${name} was published in block ${number} and is not stored`]),
        ...((stored.get(name) ?? bytes) === bytes ? [] : [`${name} ${OTHER_CONTENT}`]),
        ...(before === bytes ? [] : [`${name} was published with two contents`]),
      ];
    }),
  );
  return { ticks: published.size, faults };
}

const leavesOf = (body: Bytes) =>
  readTicks(body).map((tick) => [`market ${tick.market} tick ${tick.seq}`, toHex(tickBytes(tick))] as const);

/** Returns a copy of the received messages in which one tick differs, to prove that the check detects it. */
export function forge(messages: readonly Message[]): readonly Message[] {
  const [first, ...rest] = messages;
  if (first === undefined) return [];
  const [tick, ...others] = readTicks(fromHex(first.body));
  if (tick === undefined) return messages;
  const forged = [{ ...tick, atMs: tick.atMs + 1 }, ...others];
  return [{ ...first, body: forged.map((it) => toHex(tickBytes(it))).join('') }, ...rest];
}

type BlockRow = {
  version: number;
  number: string;
  at: Date;
  tick_count: number;
  key_id: string;
  root: Buffer;
  roots: Buffer;
  previous: Buffer;
  signature: Buffer;
  body: Buffer;
};

/** Reads the stored chain directly from the tables, bypassing the code that wrote it. */
export async function readStoredChain({ query }: Testbed): Promise<Range> {
  const rows = await query<BlockRow>(`
    select version, number, at, tick_count, key_id, root, roots, previous, signature, body
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
  version: row.version,
  number: Number(row.number),
  atMs: row.at.getTime(),
  count: row.tick_count,
  keyId: row.key_id,
  root: toBytes(row.root),
  roots: readRoots(row.roots),
  previous: toBytes(row.previous),
  signature: toBytes(row.signature),
  body: toBytes(row.body),
});

/** Reads the trees besides the ticks: length and text of the name, four bytes of count, 32 of root. */
function readRoots(packed: Buffer): NamedRoot[] {
  const roots: NamedRoot[] = [];
  for (let at = 0; at < packed.length; ) {
    const nameEnd = at + 1 + packed.readUInt8(at);
    const end = nameEnd + 36;
    const name = packed.toString('ascii', at + 1, nameEnd);
    roots.push({ name, count: packed.readUInt32BE(nameEnd), root: toBytes(packed.subarray(nameEnd + 4, end)) });
    at = end;
  }
  return roots;
}

const toBytes = (buffer: Buffer) => new Uint8Array(buffer);

/** Returns the size of the blocks on disk, including indexes and heads. */
export async function readStoredBytes({ query }: Testbed): Promise<number> {
  const [row] = await query<{ bytes: string }>(`
    select sum(pg_total_relation_size(relid)) as bytes from (
      select relid from pg_partition_tree('price_ticks') union all
      select unnest(array['price_block', 'price_head']::regclass[])) as of_blocks (relid)`);
  return Number(row?.bytes ?? 0);
}
