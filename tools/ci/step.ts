import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync, renameSync, type WriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardChild } from '@app/testkit';

/** One program of a step. */
export type Command = {
  readonly run: readonly [program: string, ...args: string[]];
  readonly environment?: Readonly<Record<string, string>>;
};

export type Step = {
  readonly name: string;
  /** A step that hangs is ended, so that the summary is always reached. */
  readonly minutes: number;
  readonly commands: readonly Command[];
  /** How many of its commands run at a time. */
  readonly atOnce?: number;
};

/** What the summary reads from `steps.json`. `cpuMs` is user and system time of the step's processes that have ended. */
type StepResult = {
  readonly name: string;
  readonly ok: boolean;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly why?: string;
};

const KILL_AFTER_MS = 20_000;

/** Runs steps one after the other and keeps their results in a folder. A failed step never stops the next one. */
export function createSteps(folder: string, deadlineMs: number) {
  const results: StepResult[] = [];
  const running = new Set<ChildProcess>();
  /** Anything a step does: its time is measured, its failure is noted. */
  const record = async (name: string, act: () => Promise<string | undefined>): Promise<boolean> => {
    console.log(`\n=== ${name}`);
    const [beganMs, cpuBeganMs] = [performance.now(), childrenCpuMs()];
    const why = await act().catch((error: unknown) => String(error));
    const result = {
      name,
      ok: why === undefined,
      wallMs: Math.round(performance.now() - beganMs),
      cpuMs: childrenCpuMs() - cpuBeganMs,
      ...(why !== undefined && { why }),
    };
    results.push(result);
    const seconds = `${Math.round(result.wallMs / 1_000)} s, CPU ${Math.round(result.cpuMs / 1_000)} s`;
    console.log(`=== ${name}: ${result.ok ? 'ok' : `FAILED (${why})`}, ${seconds}`);
    writeFileSync(join(folder, 'steps.json.part'), JSON.stringify(results));
    renameSync(join(folder, 'steps.json.part'), join(folder, 'steps.json'));
    return result.ok;
  };

  const run = ({ name, minutes, commands, atOnce = 1 }: Step): Promise<boolean> =>
    record(name, async () => {
      const log = createWriteStream(join(folder, `${name}.log`));
      const limitMs = Math.max(5_000, Math.min(minutes * 60_000, deadlineMs - Date.now()));
      const endsAtMs = Date.now() + limitMs;
      const waiting = [...commands];
      const failures: string[] = [];
      const work = async () => {
        for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
          const failure = await runCommand(command, log, endsAtMs, { running, isShared: atOnce > 1 });
          if (failure !== undefined) failures.push(failure);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      await new Promise((done) => log.end(done));
      return failures.length > 0 ? failures.join('; ') : undefined;
    });

  /** Ends what runs now, with everything it started. */
  const end = () => {
    for (const child of running) endGroup(child, 'SIGTERM');
  };

  return { run, record, results, end };
}

type Sharing = { readonly running: Set<ChildProcess>; readonly isShared: boolean };

/** In a process group of its own, so that a command that hangs ends with everything it started. */
async function runCommand(
  { run: [program, ...args], environment }: Command,
  log: WriteStream,
  endsAtMs: number,
  { running, isShared }: Sharing,
): Promise<string | undefined> {
  const env = { ...process.env, ...environment };
  const child = guardChild(spawn(program, args, { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  running.add(child);
  const held: Buffer[] = [];
  const show = (part: Buffer) => {
    log.write(part);
    if (isShared) held.push(part);
    else process.stdout.write(part);
  };
  child.stdout.on('data', show);
  child.stderr.on('data', show);
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
  process.stdout.write(Buffer.concat(held)); // Whole, so that two programs never write into one another's lines.
  if (isLate) return `${program} ${args.join(' ')}: took too long`;
  return code === 0 ? undefined : `${[program, ...args].join(' ')}: ${code}`;
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

const TICK_MS = 10;

/** User and system time of all children that have ended and been waited for, theirs included. 0 outside of Linux. */
function childrenCpuMs(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS; // cutime and cstime; the state is field 0 here.
  } catch {
    return 0;
  }
}
