import { readFileSync } from 'node:fs';
import { connectionOptions } from '@app/server/platform/bus/connection-options';
import { connect } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dataFolder, developmentPorts, freePorts } from './places.ts';
import { startPostgres } from './postgres.ts';
import { openRunFolder } from './run-folder.ts';
import { startServices } from './start.ts';
import { othersCanReach } from './unprivileged.ts';

describe('the services of a test run', () => {
  it('are a real NATS and a real Redis', async () => {
    const { nats, redis } = inject('services');
    const connection = await connect(connectionOptions({ url: nats }));
    const output = (async () => {
      for await (const message of connection.subscribe('hello', { max: 1 })) return message.string();
    })();
    connection.publish('hello', 'world');
    expect(await output).toBe('world');
    await connection.close();
    const client = new Redis(redis);
    expect(await client.set('hello', 'world')).toBe('OK');
    expect(await client.get('hello')).toBe('world');
    client.disconnect();
  });

  it('given servers named by the environment, when services start, then they are used and none is started', async () => {
    const named = { POSTGRES_URL: 'postgres://a', NATS_URL: 'nats://b', REDIS_URL: 'redis://c' };
    const services = await startServices(dataFolder('named'), developmentPorts(), { environment: named });
    expect(services.running).toEqual([]);
    const { postgres, nats, natsUsers, redis } = services.urls;
    expect([postgres, nats, redis]).toEqual(Object.values(named));
    expect(new Set(Object.values(natsUsers))).toEqual(new Set([nats]));
  });
});

describe('PostgreSQL', () => {
  const folder = openRunFolder('postgres');
  let port: number;
  let service: Awaited<ReturnType<typeof startPostgres>>;

  beforeAll(async () => {
    ({ postgres: port } = await freePorts());
    service = await startPostgres(folder, port);
  });
  afterAll(() => service.stop());

  const queryRows = async (statement: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres' });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  };

  it('is a direct child, never root, and durable', async () => {
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`PPid:\\s+${process.pid}\\n`));
    expect(status).not.toMatch(/Uid:\s+0\s/);
    const rows = await queryRows(`select name, setting from pg_settings where name in
      ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') order by name`);
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'data_checksums on',
      'fsync on',
      'full_page_writes on',
      'synchronous_commit on',
    ]);
  });

  it('given it was killed, when it restarts in the same folder, then it has all committed data', async () => {
    await queryRows(`create table kept as select 1 as n`);
    await service.kill();
    service = await startPostgres(folder, port);
    expect(await queryRows(`select n from kept`)).toEqual([{ n: 1 }]);
  });
});

describe('a data folder', () => {
  it('given an inaccessible ancestor, when another account would have to traverse it, then it is not reachable', () => {
    expect(othersCanReach('/proc/1/fd/x')).toBe(false);
    expect(othersCanReach('/usr/share/tidemark')).toBe(true);
  });
});
