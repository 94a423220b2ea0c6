import type { SourcePatch } from '../source-patch.ts';

/** Progress that a worker reports, so that kills can be aimed and counted. `between`: after the first of two transactions. */
export type Report = 'ready' | 'inside' | 'outside' | 'between' | 'failed';

/** `bare`: the same statements in a loop, for the figure. All others run the product's code, with a fault or without. */
export type Variant = 'sound' | 'two transactions' | 'clock of the process' | 'bare';

const RUNNER = /\/platform\/db\/timer-runner\.ts$/;
const TIMER = /\/platform\/db\/timer\.ts$/;
/** How far the clock of the faulty process is ahead of the database's. */
const AHEAD_MS = 400;
const FAST_CLOCK = `\${new Date(Date.now() + ${AHEAD_MS})}::timestamptz`;

/** Injected faults, each of which the rig must find by its own finding. */
export const FAULTS: Readonly<Record<Exclude<Variant, 'bare'>, readonly SourcePatch[]>> = {
  sound: [],
  /** The effect is committed before the timer has ended: a kill in between runs it twice. */
  'two transactions': [
    {
      file: RUNNER,
      replace: [
        [
          'if (claimed.timers.length > 0) await run(tx, claimed.timers, claimed.at);',
          `if (claimed.timers.length > 0) {
             const { timers, at } = claimed;
             await this.#transact((other) => run(other, timers, at));
             await (globalThis as unknown as { betweenTransactions(): Promise<void> }).betweenTransactions();
           }`,
        ],
      ],
    },
  ],
  /** Whether a timer is due is decided by a clock that is ahead. */
  'clock of the process': [
    {
      file: TIMER,
      replace: [
        [
          `where kind = \${kind} and coalesce(retry_at, due_at) <= (select now from moment)\n       order by`,
          `where kind = \${kind} and coalesce(retry_at, due_at) <= ${FAST_CLOCK}\n       order by`,
        ],
        ['extract(epoch from next.at - app_now())', `extract(epoch from next.at - ${FAST_CLOCK})`],
      ],
    },
  ],
};
