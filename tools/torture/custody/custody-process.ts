import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WATCH_STEPS } from '@app/server/modules/deposit';
import { SEND_STEPS } from '@app/server/modules/withdrawal';
import { guardChild } from '@app/testkit';
import type { Below } from '../../trial/random.ts';
import type { Plan, RoundEnd } from './terms.ts';

const PROGRAM = join(import.meta.dirname, 'custody-program.ts');
const STEPS = [...WATCH_STEPS, ...SEND_STEPS];
const FIRST_ROUND_MS_MAX = 120_000;

/** Custody in a process of its own, started again whenever it has died at its step. */
export class CustodyProcess {
  readonly kills = new Map<string, number>();
  /** Rounds that have ended, whether they failed or not: the measure of time that a busy machine does not stretch. */
  rounds = 0;
  /** Of the last round that failed. */
  lastError = 'none';
  readonly #plan: Plan;
  readonly #below: Below;
  #child: ChildProcess | undefined;
  #mayDie: boolean;
  #isStopped = false;

  constructor(plan: Plan, { below, mayDie }: { readonly below: Below; readonly mayDie: boolean }) {
    this.#plan = plan;
    this.#below = below;
    this.#mayDie = mayDie;
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

  /** From now on it stays alive, once the present process has died or is replaced. */
  keepAlive(): void {
    if (this.#mayDie) this.#child?.kill('SIGKILL');
    this.#mayDie = false;
  }

  stop(): void {
    this.#isStopped = true;
    this.#child?.kill('SIGKILL');
  }

  #startChild(onFollowing: () => void): void {
    const step = this.#mayDie ? STEPS[this.#below(STEPS.length)] : undefined;
    const killAt = step === undefined ? undefined : { step, turn: 1 + this.#below(3) };
    const child = guardChild(fork(PROGRAM, [JSON.stringify({ ...this.#plan, killAt })], { execArgv: [] }), {
      signal: 'SIGKILL',
    });
    this.#child = child;
    child.on('message', (message) => {
      const { error } = message as RoundEnd; // By the program.
      this.rounds += 1;
      if (error === undefined) onFollowing();
      else this.lastError = error;
    });
    child.once('exit', (code) => {
      onFollowing();
      if (code !== null) this.lastError = `custody ended by itself, with code ${code}`; // Nobody killed it: it would again.
      if (this.#isStopped || code !== null) return;
      if (step !== undefined) this.kills.set(step, (this.kills.get(step) ?? 0) + 1);
      this.#startChild(onFollowing);
    });
  }
}
