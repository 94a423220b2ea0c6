import { connect, createServer } from 'node:net';
import type { FeedTestbed } from './feed-testbed.ts';
import { atTheEnd } from './testbed.ts';

const KEY = 7_291;

/** Makes every commit of a block wait while it is held: the block is written, but not yet committed. */
export async function trapCommits(testbed: FeedTestbed) {
  const root = await testbed.bare('postgres');
  await root.query(`
    create or replace function wait_at_commit() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(${KEY}); return null; end';
    drop trigger if exists wait_at_commit on price_block;
    create constraint trigger wait_at_commit after insert on price_block deferrable initially deferred
      for each row execute function wait_at_commit()`);
  const isWaiting = async () => {
    const { rows } = await root.query(
      `select from pg_locks where locktype = 'advisory' and objid = ${KEY} and not granted and
       database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0;
  };
  return {
    isWaiting,
    hold: () => root.query(`select pg_advisory_lock(${KEY})`),
    letGo: () => root.query(`select pg_advisory_unlock(${KEY})`),
  };
}

/**
 * Opens a proxy in front of the server. When armed, it lets the next block's commit happen and cuts the connection
 * before its answer.
 */
export async function standBetween(url: string) {
  const target = new URL(url);
  const { port, hostname } = target;
  let isArmed = false;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let hasBlock = false;
    let isCut = false;
    client.on('data', (data) => {
      hasBlock ||= data.includes('insert into price_block');
      if (data.includes('commit\0') && !data.includes('_commit')) {
        isCut = isArmed && hasBlock;
        hasBlock = false;
      }
      upstream.write(data);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.on('data', (data) => {
      if (!isCut) return void client.write(data);
      isArmed = false;
      lost = lost + 1;
      end();
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd(() => server.close());
  const address = server.address();
  target.port = String(typeof address === 'object' ? address?.port : 0);
  return {
    url: target.href,
    loseNextAnswer: () => {
      isArmed = true;
    },
    lost: () => lost,
  };
}
