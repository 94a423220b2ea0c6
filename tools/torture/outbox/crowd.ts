import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import { hasEnded } from '../rig.ts';
import { CONSUMERS, LATE, type Where } from './writers.ts';

/** Kills of consumer processes: all, and those last reported inside their handler. `between` counts the control's. */
export type Kills = { total: number; inside: number; between: number };

type Below = (end: number) => number;
type Slot = { readonly pick: () => string; child: ChildProcess | undefined; where: Where | 'starting' };

const FILE = join(import.meta.dirname, 'consumer.ts');
const BETWEEN_KILLS_MAX = 5;
const AIM_MS_MAX = 1_000;

/** Consumer processes: one each, one more that randomly duplicates a consumer, and the control's. */
export class Crowd {
  readonly kills: Kills = { total: 0, inside: 0, between: 0 };
  /** Processes that exited without being killed: nothing here may end a process. */
  readonly ended: string[] = [];
  /** Number of times two processes of one consumer collided. */
  meetings = 0;
  readonly #url: string;
  readonly #below: Below;
  readonly #slots: readonly Slot[];
  #isStopping = false;

  constructor(url: string, below: Below) {
    this.#url = url;
    this.#below = below;
    const anyone = () => CONSUMERS[below(CONSUMERS.length)] ?? CONSUMERS[0];
    const picks = [...CONSUMERS.map((name) => () => name), anyone, () => LATE];
    this.#slots = picks.map((pick) => ({ pick, child: undefined, where: 'starting' }));
    for (const slot of this.#slots) this.#start(slot);
  }

  /**
   * Sends `kill -9` to a random working process, at any moment or, when aimed, inside its handler's transaction. A
   * replacement starts at once.
   */
  async killOne(aimed: boolean): Promise<void> {
    const atWork = this.#slots.slice(0, -1).filter(({ where }) => where !== 'starting'); // The last is the control's.
    const slot = atWork[this.#below(Math.max(1, atWork.length))];
    if (slot === undefined) return;
    for (let waitedMs = 0; aimed && slot.where !== 'inside' && waitedMs < AIM_MS_MAX; waitedMs++) await pause(1);
    if (this.#isStopping) return;
    this.kills.total += 1;
    if (slot.where === 'inside') this.kills.inside += 1;
    this.#replace(slot);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { child } of this.#slots) child?.kill('SIGKILL');
    await Promise.all(this.#slots.map(({ child }) => child && hasEnded(child)));
  }

  #start(slot: Slot): void {
    const name = slot.pick();
    const child = fork(FILE, [this.#url, name, String(this.#below(1_000_000))], { execArgv: [] });
    slot.child = guardChild(child, { signal: 'SIGKILL' });
    slot.where = 'starting';
    child.on('message', (where: Where) => {
      slot.where = where;
      if (where === 'busy') this.meetings += 1;
      if (where === 'between') this.#killBetween(slot);
    });
    child.once('exit', (code) => {
      if (code !== null && !this.#isStopping) this.ended.push(`${name} with ${code}`);
    });
  }

  /** Kills the control at its weak point: work committed, cursor not yet moved. */
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
