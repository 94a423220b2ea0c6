import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import { hasEnded } from '../rig.ts';
import type { Report, Variant } from './faults.ts';

const FILE = join(import.meta.dirname, 'worker-program.ts');
const AIM_MS_MAX = 1_000;
const BETWEEN_KILLS_MAX = 3;

export type WorkersPlan = {
  readonly url: string;
  readonly variant: Variant;
  readonly count: number;
  /** Longest pause in an effect, so that kills hit transactions. */
  readonly pauseMsMax: number;
};

type Slot = { child: ChildProcess | undefined; at: Report | 'starting' };

/** Worker processes. Each one that is killed is replaced at once. */
export class Workers {
  readonly kills = { total: 0, inside: 0, between: 0 };
  /** Effects that failed on purpose. */
  failures = 0;
  /** Processes that ended without being killed: nothing here may end a process. */
  readonly ended: string[] = [];
  readonly #plan: WorkersPlan;
  readonly #below: (end: number) => number;
  readonly #slots: readonly Slot[];
  #isStopping = false;

  constructor(plan: WorkersPlan, below: (end: number) => number) {
    this.#plan = plan;
    this.#below = below;
    this.#slots = Array.from({ length: plan.count }, () => ({ child: undefined, at: 'starting' }));
    for (const slot of this.#slots) this.#start(slot);
  }

  async untilReady(): Promise<void> {
    while (this.#slots.some(({ at }) => at === 'starting')) {
      if (this.ended.length > 0) throw new Error(`a worker did not start: ${this.ended.join()}`);
      await pause(5);
    }
  }

  /**
   * Kills a working process, at any moment or, when aimed, inside the transaction of an effect. Waits until another one
   * works too: a busy machine starts processes more slowly than they are killed, and then nothing would run.
   */
  async killOne(isAimed: boolean): Promise<void> {
    const working = this.#slots.filter(({ at }) => at !== 'starting');
    const slot = working[this.#below(Math.max(1, working.length))];
    if (slot === undefined || working.length < 2) return;
    for (let waitedMs = 0; isAimed && slot.at !== 'inside' && waitedMs < AIM_MS_MAX; waitedMs++) await pause(1);
    this.kills.total += 1;
    if (slot.at === 'inside') this.kills.inside += 1;
    this.#replace(slot);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { child } of this.#slots) child?.kill('SIGKILL');
    await Promise.all(this.#slots.map(({ child }) => child && hasEnded(child)));
  }

  #start(slot: Slot): void {
    const { url, variant, pauseMsMax } = this.#plan;
    const child = fork(FILE, [url, variant, String(pauseMsMax), String(this.#below(1_000_000))], { execArgv: [] });
    slot.child = guardChild(child, { signal: 'SIGKILL' });
    slot.at = 'starting';
    child.on('message', (report: Report) => {
      if (report === 'failed') this.failures += 1;
      else slot.at = report;
      if (report === 'between') this.#killBetween(slot);
    });
    child.once('exit', (code) => {
      if (code !== null && !this.#isStopping) this.ended.push(`exit code ${code}`);
    });
  }

  /** Kills the build with two transactions at its weak point. */
  #killBetween(slot: Slot): void {
    if (this.#isStopping || this.kills.between === BETWEEN_KILLS_MAX) return;
    this.kills.between += 1;
    this.#replace(slot);
  }

  #replace(slot: Slot): void {
    slot.child?.removeAllListeners('message').kill('SIGKILL');
    this.#start(slot);
  }
}
