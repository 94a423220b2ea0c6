import { readTicks } from '@app/verifier';
import type pg from 'pg';

/** Index price of a sealed block, read from the table of blocks alone. */
export type SealedTick = {
  readonly market: number;
  readonly seq: number;
  readonly price: bigint;
  readonly atMs: number;
  readonly block: number;
  readonly sealedMs: number;
};

/** Reads every tick that was sealed, by market, in order. */
export async function readSealedTicks(client: pg.Client): Promise<ReadonlyMap<number, readonly SealedTick[]>> {
  const { rows } = await client.query<{ number: string; at: string; body: Buffer }>(
    `select b.number::text, (extract(epoch from b.at) * 1000)::bigint::text as at, t.body
       from price_block b join price_ticks t using (number) order by b.number`,
  );
  const ticks = rows.flatMap(({ number, at, body }) =>
    readTicks(new Uint8Array(body)).map(({ market, seq, price, atMs }) => ({
      market,
      seq,
      price,
      atMs,
      block: Number(number),
      sealedMs: Number(at),
    })),
  );
  return Map.groupBy(ticks, ({ market }) => market);
}
