import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, renameSync, type WriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { guardChild, watchPressure } from '@app/testkit';
import { watchStolen } from '../trial/stolen.ts';
import { type LowPriority, openLowPriority } from './low-priority.ts';
import { readDescendantsCpuMs } from './process-cpu.ts';

/** One program of a step. */
export type Command = {
  readonly run: readonly [program: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string>>;
};

export type Step = {
  readonly name: string;
  /** Limit after which a hanging step is killed, so that the summary is always reached. */
  readonly minutes: number;
  readonly commands: readonly Command[];
  /** Number of its commands that run concurrently. */
  readonly atOnce?: number;
  /** Runs at lower priority than parallel steps that measure user-visible latency. */
  readonly givesWay?: true;
  /** Works on what the run itself started, the shared stack, whose CPU time belongs to it then. One such step at a time. */
  readonly usesStack?: true;
};

/** Row of `steps.json`, which the summary reads. `cpuMs` is user and system time of the step's own processes. */
export type StepResult = {
  readonly name: string;
  readonly ok: boolean;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** User and system time of the stack's processes meanwhile, for a step that uses it. */
  readonly stackCpuMs?: number;
  readonly why?: string;
  /** Number of commands that failed by their exit code; absent if one of them took too long. */
  readonly failed?: number;
} & MachineLoad;

/** What the machine did meanwhile, as shares from 0 to 1. */
export type MachineLoad = {
  /** Share of the time in which some task waited for a processor. */
  readonly pressure: number;
  /** Share of the wanted CPU time that the machine's host gave to others. */
  readonly stolen: number;
};

/** Measures the load of the machine from now on. */
export function watchLoad(): () => MachineLoad {
  const pressure = watchPressure();
  const stolen = watchStolen();
  const round = (share: number) => Math.round(share * 1_000) / 1_000;
  return () => ({ pressure: round(pressure()), stolen: round(stolen()) });
}

const KILL_AFTER_MS = 20_000;

/** Result of a step: the reason if it failed, and the CPU time of its processes. */
type Done = { readonly why?: string | undefined; readonly cpuMs: number; readonly isLate?: true };
type StepDone = Omit<Done, 'isLate'> & { readonly failed?: number };

/**
 * Runs steps and writes their results to a folder. A failed step never stops the next one; steps may run in parallel.
 */
export function createSteps(folder: string, deadlineMs: number) {
  const results: StepResult[] = [];
  const running = new Set<ChildProcess>();
  const low = openLowPriority();
  /** Reads the CPU time of the shared stack: whatever this process started besides the commands of steps. */
  const readStackCpuMs = () => readDescendantsCpuMs([...running].map(({ pid }) => pid));
  /** Runs an action of a step, measures its time and records its failure. */
  const record = async (name: string, act: () => Promise<StepDone>, usesStack?: true): Promise<boolean> => {
    console.log(`\n=== ${name}`);
    const beganMs = performance.now();
    const load = watchLoad();
    const stackBeganMs = usesStack ? readStackCpuMs() : 0;
    const { why, cpuMs, failed } = await act().catch((error: unknown): StepDone => ({ why: String(error), cpuMs: 0 }));
    const result = {
      name,
      ok: why === undefined,
      wallMs: Math.round(performance.now() - beganMs),
      cpuMs,
      // Less than before where a process of the stack has ended.
      ...(usesStack && { stackCpuMs: Math.max(0, readStackCpuMs() - stackBeganMs) }),
      ...load(),
      ...(why !== undefined && { why }),
      ...(failed !== undefined && { failed }),
    };
    results.push(result);
    console.log(`=== ${name}: ${result.ok ? 'ok' : `FAILED (${why})`}, ${describeTimes(result)}`);
    write();
    return result.ok;
  };
  const write = () => {
    writeFileSync(join(folder, 'steps.json.part'), JSON.stringify(results));
    renameSync(join(folder, 'steps.json.part'), join(folder, 'steps.json'));
  };

  /**
   * Counts a failed step as passed, because what failed passed when tried again. `explained` is the number of its
   * commands whose reports named them: a command that was killed, or failed without a report, is not forgiven.
   */
  const forgive = (name: string, explained?: number) => {
    const at = results.findIndex((result) => result.name === name && !result.ok);
    const result = results[at];
    if (result === undefined || result.failed !== explained) return;
    const { why: _, failed: __, ...kept } = result;
    results[at] = { ...kept, ok: true };
    write();
  };

  const run = ({ name, minutes, commands, atOnce = 1, givesWay, usesStack }: Step): Promise<boolean> => {
    const runCommands = async () => {
      const log = createWriteStream(join(folder, `${name}.log`));
      const limitMs = Math.max(5_000, Math.min(minutes * 60_000, deadlineMs - Date.now()));
      const endsAtMs = Date.now() + limitMs;
      const waiting = [...commands];
      const failures: string[] = [];
      let cpuMs = 0;
      let failed = 0;
      const work = async () => {
        for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
          const done = await runCommand(command, log, { endsAtMs, running, givesWay: givesWay ?? false, low });
          if (done.why !== undefined) failures.push(done.why);
          if (done.why !== undefined && !done.isLate) failed += 1;
          cpuMs += done.cpuMs;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      await new Promise((done) => log.end(done));
      const isLate = failures.length > failed;
      return {
        why: failures.length > 0 ? failures.join('; ') : undefined,
        cpuMs,
        ...(failed > 0 && !isLate && { failed }),
      };
    };
    return record(name, runCommands, usesStack);
  };

  /** Kills the running commands with everything they started. */
  const end = () => {
    for (const child of running) endGroup(child, 'SIGTERM');
    low?.close();
  };

  return { run, record, forgive, results, end };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

export const describeLoad = ({ pressure, stolen }: MachineLoad): string =>
  `pressure ${percent(pressure)}, stolen ${percent(stolen)}`;

function describeTimes({ wallMs, cpuMs, stackCpuMs, pressure, stolen }: StepResult): string {
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
  const stack = stackCpuMs === undefined ? '' : ` and the stack ${seconds(stackCpuMs)}`;
  return `${seconds(wallMs)}, CPU ${seconds(cpuMs)}${stack}, ${describeLoad({ pressure, stolen })}`;
}

type Running = {
  readonly endsAtMs: number;
  readonly running: Set<ChildProcess>;
  readonly givesWay: boolean;
  readonly low: LowPriority | undefined;
};

/** Runs a program and writes the CPU time of it and its children to a third pipe, because Node cannot report it. */
const TIMED =
  'members=$1; shift; [ -z "$members" ] || echo $$ >"$members"; nice -n "$0" "$@"; code=$?; times >&3; exit $code';
const NICE = 10;

/** Runs a command in its own process group, so that one that hangs is killed with everything it started. */
async function runCommand(
  { run: [program, ...args], environment }: Command,
  log: WriteStream,
  { endsAtMs, running, givesWay, low }: Running,
): Promise<Done> {
  const env = { ...process.env, ...environment };
  const members = givesWay && low !== undefined ? low.members : '';
  const timed = ['-c', TIMED, String(givesWay ? NICE : 0), members, program, ...args];
  const child = guardChild(spawn('bash', timed, { detached: true, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] }));
  running.add(child);
  const held: Buffer[] = [];
  const show = (part: Buffer) => {
    log.write(part);
    held.push(part);
  };
  child.stdout?.on('data', show);
  child.stderr?.on('data', show);
  let times = '';
  (child.stdio[3] as Readable).on('data', (part: Buffer) => {
    times += part.toString();
  });
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    endGroup(child, 'SIGTERM');
    setTimeout(() => endGroup(child, 'SIGKILL'), KILL_AFTER_MS).unref();
  }, endsAtMs - Date.now());
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exit, signal) => resolve(exit ?? signal ?? 1));
  });
  clearTimeout(late);
  running.delete(child);
  process.stdout.write(Buffer.concat(held)); // At once, so that the output of two programs never interleaves.
  const cpuMs = readTimes(times);
  if (isLate) return { why: `${program} ${args.join(' ')}: took too long`, cpuMs, isLate };
  return { why: code === 0 ? undefined : `${[program, ...args].join(' ')}: ${code}`, cpuMs };
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}

/** Parses the second line of bash's `times`, which is for the children: `1m2.345s 0m3.210s`, user and system. */
function readTimes(text: string): number {
  const [, children = ''] = text.split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.,]+)s/g)];
  return Math.round(
    parts.reduce((sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s?.replace(',', '.')) * 1_000, 0),
  );
}
