import { type EngineReply, type EngineRequest, engineRequest, inboxCommand } from '@app/protocol/engine';
import * as z from 'zod/mini';
import * as store from './engine.store.ts';
import type { Leadership, ShardDeps } from './leadership.ts';
import type { ProductTypes, Ticks } from './product.ts';
import type { PendingCommand } from './queue.ts';
import { deadLetter } from './settle.ts';

const INBOX_A_READ = 400;

/** Most blocks kept for a loop that is stuck. */
const BLOCKS_MAX = 500;

/** Input that arrives from outside the loop between two batches. */
export type Arrivals = {
  takeTicks(): readonly Ticks[];
  /** Waits until input arrives or the time has passed. */
  untilWoken(withinMs: number): Promise<void>;
  wake(): void;
  /** Receives new ticks. While this process does not lead the shard, only the last tick of each market is kept. */
  addTicks(ticks: Ticks): void;
  /** Starts a leadership: delivers the last price of every market, however old, and every tick from now on. */
  begin(): void;
  end(): void;
};

export function createArrivals(): Arrivals {
  let hasArrivals: boolean = false;
  let isDelivered: boolean = false;
  let wakeUp: () => void = () => {};
  const last = new Map<number, Ticks>();
  let ticks: Ticks[] = [];
  const wake = () => {
    hasArrivals = true;
    wakeUp();
  };
  return {
    addTicks: (more) => {
      for (const tick of more.ticks) last.set(tick.market, { ...more, ticks: [tick] });
      if (!isDelivered) return;
      if (ticks.length >= BLOCKS_MAX)
        ticks = [...last.values()]; // The loop is stuck: keep only the last prices.
      else ticks.push(more);
      wake();
    },
    begin: () => {
      isDelivered = true;
      ticks = [...last.values()];
    },
    end: () => {
      isDelivered = false;
      ticks = [];
    },
    takeTicks: () => {
      const taken = ticks;
      ticks = [];
      return taken;
    },
    untilWoken: async (withinMs) => {
      let timeout: NodeJS.Timeout | undefined;
      if (!hasArrivals)
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
          timeout = setTimeout(resolve, withinMs);
        });
      clearTimeout(timeout);
      hasArrivals = false;
    },
    wake,
  };
}

/** Parses a bus request and adds it to the queue. */
export function enqueueRequest<P extends ProductTypes>(
  { product, queue, log }: Pick<Leadership<P>, 'product' | 'queue' | 'log'>,
  rawPayload: unknown,
  reply: (answer: EngineReply) => void,
): void {
  const { data: request } = z.safeDecode(engineRequest, rawPayload as never); // Any input; validated here.
  if (request === undefined) return; // Our clients never send this; it may time out.
  const command = readCommand({ product, log }, request);
  if (command === undefined) return void queue.refuse({ responders: [reply] }, { refused: 'internal' });
  const { key, route, hash, notAfterMs, trace } = request;
  queue.add({
    command,
    lane: product.laneOf(command),
    userId: request.user,
    record: { key, route, hash },
    notAfterMs,
    trace,
    inboxId: undefined,
    rawPayload,
    responders: [reply],
    missingAccounts: [],
    deferredAtMs: undefined,
  });
}

function readCommand<P extends ProductTypes>(
  { product, log }: Pick<ShardDeps<P>, 'product' | 'log'>,
  { name, fields }: Pick<EngineRequest, 'name' | 'fields'>,
): P['Command'] | undefined {
  try {
    return product.readCommand(name, fields);
  } catch (error) {
    log.warn({ name, err: error }, 'engine.command_unreadable');
    return undefined;
  }
}

/** Enqueues commands triggered by ticks and timers. No caller waits for an answer. */
export function enqueueOwn<P extends ProductTypes>(
  leadership: Leadership<P>,
  inputs: { readonly ticks: readonly Ticks[]; readonly nowMs: number },
): number | undefined {
  if (inputs.ticks.length > 0)
    for (const command of leadership.product.onTicks(leadership.state, inputs.ticks)) addOwn(leadership, command);
  const { commands, nextMs } = leadership.product.dueCommands(leadership.state, inputs.nowMs);
  for (const command of commands) addOwn(leadership, command);
  return nextMs;
}

/** Reads guaranteed work outside the loop, so that no batch waits for the read. */
export function createInbox<P extends ProductTypes>(
  { readPool, shard, log }: Pick<Leadership<P>, 'readPool' | 'shard' | 'log'>,
  wake: () => void,
): { look(): void; take(): readonly store.InboxRow[] } {
  let isLooking: boolean = false;
  let rows: readonly store.InboxRow[] = [];
  const look = async () => {
    rows = await store.readInbox(readPool, shard.name, INBOX_A_READ);
    if (rows.length > 0) wake();
  };
  return {
    look: () => {
      if (isLooking) return;
      isLooking = true;
      void look()
        .catch((error: unknown) => log.warn({ err: error }, 'engine.inbox_failed'))
        .finally(() => {
          isLooking = false;
        });
    },
    take: () => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** Enqueues inbox rows. Skips rows that are already pending and dead-letters rows that cannot be parsed. */
export async function enqueueInbox<P extends ProductTypes>(
  leadership: Leadership<P>,
  rows: readonly store.InboxRow[],
): Promise<void> {
  for (const { id, command: rawPayload } of rows) {
    try {
      const { name, fields, user: userId } = z.decode(inboxCommand, rawPayload as never); // Any input; validated here.
      addOwn(leadership, leadership.product.readCommand(name, fields), { inboxId: id, rawPayload, userId });
    } catch (error) {
      await deadLetter(leadership, { rawPayload, inboxId: id }, error);
    }
  }
}

function addOwn<P extends ProductTypes>(
  { product, queue }: Pick<Leadership<P>, 'product' | 'queue'>,
  command: P['Command'],
  more: Partial<PendingCommand<P>> = {},
): void {
  queue.add({
    command,
    lane: product.laneOf(command),
    userId: undefined,
    record: undefined,
    inboxId: undefined,
    notAfterMs: Number.POSITIVE_INFINITY,
    rawPayload: { own: command },
    responders: [],
    missingAccounts: [],
    deferredAtMs: undefined,
    ...more,
  });
}
