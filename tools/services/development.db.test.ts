import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity } from '@app/testkit';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { startNats } from './nats.ts';
import { developmentPorts, firstPort } from './places.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { openRunFolder } from './run-folder.ts';
import { readSupervisorState } from './supervisor.ts';
import { refuseUsedPorts } from './used-ports.ts';

/** Two clones with different data folders and the same ports, unless one is moved. */
const clones = ['one', 'two'].map((name) => openRunFolder(`clone-${name}`)) as [string, string];

const services = (command: string, clone: string, port: number) =>
  new Promise<{ failed: boolean; text: string }>((resolve) => {
    const { POSTGRES_URL: _p, NATS_URL: _n, REDIS_URL: _r, ...environment } = process.env;
    const env = { ...environment, TIDEMARK_DATA: clone, TIDEMARK_PORT: String(port) };
    const answer = (error: ExecFileException | null, out: string, errors: string) =>
      resolve({ failed: error !== null, text: out + errors });
    execFile(process.execPath, [join(import.meta.dirname, 'cli.ts'), command], { env }, answer);
  });

/** Of two tests that start servers again, and of three foreign servers, the seed picks one; a full run plays all. */
const isDrawn = (turn: number, count: number): boolean => inject('isLong') || inject('seed') % count === turn;

const stateOf = (clone: string) => readSupervisorState(join(clone, 'development'));

/** Returns the servers that a supervisor listed next to its state. */
const serversOf = (clone: string): ProcessIdentity[] =>
  readFileSync(join(clone, 'development/processes'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ProcessIdentity);

const freeFirst = async (): Promise<number> => {
  for (let port = 17_000 + 13 * (process.pid % 500); ; port += 17) {
    const ports = developmentPorts({ TIDEMARK_PORT: String(port) });
    const isFree = await refuseUsedPorts(ports).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
};

afterAll(async () => {
  for (const clone of clones) await services('stop', clone, 13_080);
});

describe('development servers of two clones', () => {
  /** The first port with which the second clone would not be in the way of the first. */
  let moved = 0;

  it('given one setting, when it changes, then all ports move with it and the known ones stay the default', () => {
    expect(developmentPorts({})).toEqual({ postgres: 15_432, nats: 14_222, redis: 16_379 });
    expect(developmentPorts({ TIDEMARK_PORT: '13180' })).toEqual({ postgres: 15_532, nats: 14_322, redis: 16_479 });
    expect(() => firstPort({ TIDEMARK_PORT: '80' })).toThrow('TIDEMARK_PORT is 80: it must be a number from 1024');
  });

  it('given the same ports, when the second starts, then it is refused by name, with ports that are free', async () => {
    const port = await freeFirst();
    expect(await services('start', clones[0], port)).toMatchObject({ failed: false });
    const { postgres, nats } = developmentPorts({ TIDEMARK_PORT: String(port) });
    const refused = await services('start', clones[1], port);
    expect(refused.failed).toBe(true);
    expect(refused.text).toContain(`port ${postgres} (PostgreSQL) is in use, by process `);
    expect(refused.text).toContain(clones[0]); // Its data folder, in the command.
    expect(refused.text).toContain(`port ${nats} (NATS) is in use, by process `);
    expect(existsSync(join(clones[1], 'development/postgres'))).toBe(false);
    moved = Number(/set TIDEMARK_PORT=(\d+) to move all ports/.exec(refused.text)?.[1]);
    expect(moved).toBeGreaterThan(0);
  });

  it.runIf(isDrawn(0, 2))(
    'given the ports that the refusal names, when the second starts with them, then both run',
    async () => {
      expect(await services('start', clones[1], moved)).toMatchObject({ failed: false });
      expect(clones.map(stateOf)).toEqual([expect.anything(), expect.anything()]);
    },
  );

  it.runIf(isDrawn(1, 2))(
    'given its supervisor was killed, when it is gone, then its servers end too and the clone can start again',
    async () => {
      const { pid = 0, urls } = stateOf(clones[0]) ?? {};
      const servers = serversOf(clones[0]);
      expect(servers).toHaveLength(3);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => servers.filter(isRunning)).toEqual([]);
      const port = Number(new URL(urls?.postgres ?? '').port) - 15_432 + 13_080;
      expect(await services('start', clones[0], port)).toMatchObject({ failed: false });
    },
  );
});

describe('a port used by another server', () => {
  const folder = openRunFolder('foreign');

  const foreign = [
    ['PostgreSQL', 'postgres', startPostgres],
    ['NATS', 'nats', startNats],
    ['Redis', 'redis', startRedis],
  ] as const;
  const drawn = foreign.filter((_, index) => isDrawn(index, foreign.length));

  it.each(drawn)(
    'given another %s there, when ours starts, then it is refused by name',
    async (product, name, start) => {
      const port = Number(new URL(inject('services')[name]).port);
      await expect(start(folder, port)).rejects.toThrow(`port ${port} (${product}) is answered by process `);
    },
  );
});
