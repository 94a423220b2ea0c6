import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../trial/random.ts';
import { type Load, type Reply, settle } from './load.ts';
import type { AnyIntent, OrderLog } from './order-log.ts';
import type { Prices } from './prices.ts';
import type { Below } from './terms.ts';

/** A request, and what its client does with the reply. */
type Turn<Intent, Answer> = { readonly intent: Intent; readonly hear?: (reply: Reply<Answer>) => void };

/** Chooses the next request of one user. */
export type Client<Intent, Answer> = () => Turn<Intent, Answer>;

export type ClientPlan = {
  /** Clients are numbered from one. */
  readonly number: number;
  readonly below: Below;
  readonly prices: Prices;
  /** Counts what the tables do not show. */
  readonly happened: Map<string, number>;
};

type Clients<Intent extends AnyIntent, Answer> = {
  readonly count: number;
  readonly seed: number;
  readonly restMsMax: number;
  openClient(number: number, below: Below): Client<Intent, Answer>;
  openLog(): OrderLog<Intent, Answer>;
};

/** Runs clients, each of which sends one request after another until stopped; the last one is settled too. */
export async function runClients<Intent extends AnyIntent, Answer>(
  load: Load<Intent, Answer>,
  { count, seed, restMsMax, openClient, openLog }: Clients<Intent, Answer>,
): Promise<void> {
  const run = async (number: number) => {
    const below = seeded(seed + number);
    const next = openClient(number, below);
    const log = openLog();
    while (!load.stopping) {
      if (!load.isGated) {
        const { intent, hear } = next();
        const reply = await settle(load, intent, log);
        if (reply !== undefined) hear?.(reply);
      }
      await pause(1 + below(restMsMax));
    }
  };
  await Promise.all(Array.from({ length: count }, (_, index) => run(index + 1)));
}
