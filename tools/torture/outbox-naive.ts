import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export type NaiveReader = { stop(): Promise<ReadonlySet<string>> };

const EVERY_MS = 10;

/** Follows the outbox by `id > last`; a control that must lose events committed after a higher id. */
export async function startNaiveReader(url: string): Promise<NaiveReader> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // Its query fails too.
  await client.connect();
  const seen = new Set<string>();
  let last = '0';
  let isStopping = false;
  const readOn = async () => {
    const { rows } = await client.query<{ id: string }>('select id from outbox where id > $1 order by id', [last]);
    for (const { id } of rows) seen.add(id);
    last = rows.at(-1)?.id ?? last;
  };
  const following = (async () => {
    while (!isStopping) {
      await readOn();
      await pause(EVERY_MS);
    }
    await readOn(); // Reads the remaining rows, so that only the naive rule itself loses events.
  })().finally(() => client.end());
  following.catch(() => {}); // Reported by stop, which ends every run.
  return {
    stop: async () => {
      isStopping = true;
      await following;
      return seen;
    },
  };
}
