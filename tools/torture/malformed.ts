import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb } from '../stack/build-web.ts';
import { readOwnFaults, type Stack, startStack } from '../stack/stack.ts';
import { guarantee, judge } from '../trial/aims.ts';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { type Attack, knownAttacks, makeAttack } from './malformed/requests.ts';

const COUNTS = { full: 10_000, short: 1_500 };
const AT_ONCE = 60;
const LISTENERS = ['edge', 'api', 'gateway'] as const;

/** Sends raw bytes to every listener that browsers can reach. */
export const malformed: Trial = {
  name: 'malformed',
  claim:
    'No input ends a process: after thousands of malformed requests, upgrades, resets and half-requests the same processes serve.',
  touches: ['apps/server/src/edge/', 'apps/server/src/gateway/', 'apps/server/src/platform/', 'apps/server/src/bin/'],
  seconds: 45,
  run: async (options) => {
    buildWeb();
    const stack = await startStack('torture-malformed', { apis: 1, gateways: 1 });
    try {
      return await attack(stack, options);
    } finally {
      await stack.stop();
    }
  },
};

async function attack(stack: Stack, { short, seed, print }: TrialOptions): Promise<Verdict> {
  const random = seeded(seed);
  const count = short ? COUNTS.short : COUNTS.full;
  const targets = stack.processes.filter(({ name }) => (LISTENERS as readonly string[]).includes(name));
  const before = new Map(targets.map((target) => [target, target.pid()]));
  const attacks: readonly Attack[] = [...knownAttacks(), ...Array.from({ length: count }, () => makeAttack(random))];
  const statuses = new Map<number | 'none', number>();
  const ownFaults: string[] = [];
  for (const { name, port } of targets) {
    await inParallel(attacks, async (each) => {
      const { status } = await send(port, each);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (typeof status === 'number' && status >= 500) ownFaults.push(`${name}: ${status} to ${each.name}`);
    });
    print(`${name}: ${attacks.length} sent`);
  }
  const gone = targets.filter((target) => target.pid() !== before.get(target) || !isRunning(target.pid()));
  const unwell = await findUnwell(targets.map(({ name, port }) => ({ name, port })));
  const uncaught = [...readUncaught(stack.folder), ...readOwnFaults(stack.folder)];
  for (const fault of ownFaults.slice(0, 10)) print(fault);
  for (const line of uncaught.slice(0, 3)) print(line.slice(0, 600));
  const counts = [...statuses].sort().map(([status, times]) => `${status} × ${times}`);
  return judge(
    [
      guarantee(`the same processes run (${gone.map(({ name }) => name).join(', ') || 'all'})`, gone.length === 0),
      guarantee(`they are well (${unwell.join(', ') || 'all'})`, unwell.length === 0),
      guarantee(`nothing was uncaught or our own fault (${uncaught.length})`, uncaught.length === 0),
      guarantee(`no answer was 5xx (${ownFaults.length})`, ownFaults.length === 0),
    ],
    `${attacks.length * targets.length} malformed requests over ${targets.length} listeners: ${counts.join(', ')}`,
  );
}

async function inParallel(attacks: readonly Attack[], work: (attack: Attack) => Promise<void>): Promise<void> {
  const queue = attacks.values();
  const takeTurns = async () => {
    for (const each of queue) await work(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function findUnwell(listeners: readonly { readonly name: string; readonly port: number }[]): Promise<string[]> {
  const probes = listeners.map(async ({ name, port }) => {
    const isWell = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    return isWell ? [] : [name];
  });
  return (await Promise.all(probes)).flat();
}

/** Returns everything a process logged as uncaught. */
const readUncaught = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes('process.uncaught') || /^\s*(?:Uncaught|TypeError|ReferenceError)/.test(line));

/** Status of the first response; `none` if the connection was closed or no response arrived in time. */
type Outcome = { readonly status: number | 'none' };

/** Response timeout, long enough for a busy machine; partial requests are never answered. */
const ANSWER_MS_MAX = 400;
const PIECES = 5;

/** Writes raw bytes to a port and reads the response. */
function send(port: number, { bytes, ending }: Attack): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let response = '';
    const finish = () => {
      clearTimeout(timer);
      socket.resetAndDestroy();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(response)?.[1];
      resolve({ status: status === undefined ? 'none' : Number(status) });
    };
    const timer = setTimeout(finish, ANSWER_MS_MAX);
    socket.setNoDelay(true);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
      if (ending !== 'wait' || /\r\n\r\n/.test(response)) finish();
    });
    socket.once('connect', () => void write(socket, bytes, ending).catch(finish));
  });
}

async function write(socket: ReturnType<typeof connect>, bytes: Buffer, ending: Attack['ending']): Promise<void> {
  if (ending === 'trickle') {
    const size = Math.ceil(bytes.length / PIECES);
    for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
      socket.write(bytes.subarray(at, at + size));
      await pause(2);
    }
    return;
  }
  socket.write(bytes);
  if (ending === 'reset') socket.resetAndDestroy();
  if (ending === 'end') socket.end();
}
