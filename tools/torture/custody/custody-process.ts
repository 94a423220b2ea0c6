import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WATCH_STEPS } from '@app/server/modules/deposit';
import { SWEEP_STEPS } from '@app/server/modules/sweep';
import { SEND_STEPS } from '@app/server/modules/withdrawal';
import { guardChild } from '@app/testkit';
import type { Below } from '../../trial/random.ts';
import type { Death, Plan, Report } from './terms.ts';

const PROGRAM = join(import.meta.dirname, 'custody-program.ts');
export const STEPS: readonly string[] = [
  ...WATCH_STEPS.map((step) => `deposit ${step}`),
  ...SEND_STEPS.map((step) => `withdrawal ${step}`),
  ...SWEEP_STEPS.map((step) => `sweep ${step}`),
];
const FIRST_ROUND_MS_MAX = 120_000;
/** Where custody is killed, and how often at each. */
export type Kills = { readonly steps: readonly string[]; readonly each: number };

export const NEVER: Kills = { steps: [], each: 0 };
/** It dies at one of the next so many steps that still have to be killed at. */
const TURNS = 3;

/** Custody in a process of its own, started again whenever it has died, until it has died at each step often enough. */
export class CustodyProcess {
  readonly kills = new Map<string, number>();
  /** Rounds that have ended, whether they failed or not: the measure of time that a busy machine does not stretch. */
  rounds = 0;
  /** Of the last round that failed. */
  lastError = 'none';
  readonly #plan: Plan;
  readonly #below: Below;
  #kills: Kills;
  #child: ChildProcess | undefined;
  /** Has loaded its program and waits: a start takes no time from the run. */
  #next: ChildProcess | undefined;
  #isStopped = false;

  constructor(plan: Plan, { below, kills }: { readonly below: Below; readonly kills: Kills }) {
    this.#plan = plan;
    this.#below = below;
    this.#kills = kills;
  }

  /** Starts it and waits until it has followed the chain, or has died. */
  async start(): Promise<void> {
    const following = Promise.withResolvers<void>();
    this.#startChild(following.resolve);
    const ending = new AbortController();
    await Promise.race([
      following.promise.finally(() => ending.abort()),
      pause(FIRST_ROUND_MS_MAX, undefined, { signal: ending.signal }).then(() => {
        throw new Error(`custody had no round within ${FIRST_ROUND_MS_MAX / 1_000} s; last error: ${this.lastError}`);
      }),
    ]);
  }

  /** Steps at which it has not died often enough yet. */
  get missing(): readonly string[] {
    return this.#kills.steps.filter((step) => (this.kills.get(step) ?? 0) < this.#kills.each);
  }

  /** From now on it stays alive, once the present process has died or is replaced. */
  keepAlive(): void {
    if (this.missing.length > 0) this.#child?.kill('SIGKILL');
    this.#kills = NEVER;
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const child of [this.#child, this.#next]) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
  }

  #fork(): ChildProcess {
    const child = fork(PROGRAM, [JSON.stringify(this.#plan)], { execArgv: [] });
    return guardChild(child, { signal: 'SIGKILL' });
  }

  #startChild(onFollowing: () => void): void {
    const steps = this.missing;
    const child = this.#next ?? this.#fork();
    this.#child = child;
    this.#next = steps.length === 0 ? undefined : this.#fork();
    const death: Death | undefined = steps.length === 0 ? undefined : { steps, turn: 1 + this.#below(TURNS) };
    child.send({ death });
    child.on('message', (message) => {
      const report = message as Report; // By the program.
      if ('diesAt' in report) {
        this.kills.set(report.diesAt, (this.kills.get(report.diesAt) ?? 0) + 1);
        return;
      }
      this.rounds += 1;
      if (report.error === undefined) onFollowing();
      else this.lastError = report.error;
    });
    child.once('exit', (code) => {
      onFollowing();
      if (code !== null) this.lastError = `custody ended by itself, with code ${code}`; // Nobody killed it: it would again.
      if (this.#isStopped || code !== null) return;
      this.#startChild(onFollowing);
    });
  }
}
