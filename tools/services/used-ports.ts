import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { firstPort } from './places.ts';

/** Ports to listen on, by their name in messages. */
export type NamedPorts = Readonly<Record<string, number>>;

const STEP = 100;
const STEPS_MAX = 50;
const COMMAND_LENGTH_MAX = 120;

/**
 * Refuses ports held by another process before anything starts: reports the port, the process, and how to move all of
 * them.
 */
export async function refuseUsedPorts(wanted: NamedPorts): Promise<void> {
  const used: string[] = [];
  for (const [name, port] of Object.entries(wanted)) {
    if (!(await isFree(port))) used.push(`port ${port} (${name}) is in use, by ${describeListener(port)}`);
  }
  if (used.length === 0) return;
  throw new Error([...used, `set TIDEMARK_PORT=${await freeFirstPort(wanted)} to move all ports`].join('\n'));
}

/** Returns the first port from which all of them are free. */
async function freeFirstPort(wanted: NamedPorts): Promise<number> {
  for (let step = 1; step < STEPS_MAX; step++) {
    const free = await Promise.all(Object.values(wanted).map((port) => isFree(port + step * STEP)));
    if (free.every(Boolean)) return firstPort() + step * STEP;
  }
  throw new Error(`no free ports above ${firstPort()}`);
}

/**
 * Tests a port by listening on it, the only reliable test: another process's connection may hold a port without a
 * listener.
 */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Describes a listener as `process 4242: postgres -D … (in /its/folder)`, which identifies its clone. */
export function describeListener(port: number): string {
  const pid = findListener(port);
  if (pid === undefined) return 'a process that cannot be seen from here';
  const read = (text: () => string) => {
    try {
      return text();
    } catch {
      return '?'; // It has ended, or is another user's.
    }
  };
  const command = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim());
  const folder = read(() => readlinkSync(`/proc/${pid}/cwd`));
  return `process ${pid}: ${command.slice(0, COMMAND_LENGTH_MAX)} (in ${folder})`;
}

const LISTENING = '0A';

/**
 * Finds the listening process in /proc: the kernel's table has the socket's number, and the owner has it among its
 * files.
 */
function findListener(port: number): number | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const pids = list('/proc').map(Number).filter(Number.isInteger);
  return pids.find((pid) => openFiles(pid).some((file) => sockets.has(file)));
}

function listeningSockets(table: string, port: number): string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = lines(`/proc/net/${table}`).map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([, local, , state]) => local?.endsWith(end) && state === LISTENING)
    .map((row) => `socket:[${row[9]}]`);
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return list(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return []; // Closed in between.
    }
  });
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Not on this system, another user's, or gone.
  }
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return []; // Not on this system.
  }
}
