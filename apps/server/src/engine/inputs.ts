import { type EngineReply, type EngineRequest, engineRequest, inboxCommand } from '@app/protocol/engine';
import * as z from 'zod/mini';
import * as store from './engine.store.ts';
import type { Leadership, ShardDeps } from './leadership.ts';
import type { ProductTypes, Triggered } from './product.ts';
import type { PendingCommand } from './queue.ts';
import { deadLetter } from './settle.ts';

const INBOX_A_READ = 400;

/** Wakes the loop when input arrives between two batches. */
export type Alarm = {
  /** Waits until woken or the time has passed. */
  untilWoken(withinMs: number): Promise<void>;
  wake(): void;
};

export function createAlarm(): Alarm {
  let hasArrivals: boolean = false;
  let wakeUp: () => void = () => {};
  return {
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
    wake: () => {
      hasArrivals = true;
      wakeUp();
    },
  };
}

type EnqueueDeps<P extends ProductTypes> = Pick<
  Leadership<P>,
  'product' | 'queue' | 'quarantine' | 'log' | 'aheadMs' | 'arrivals'
>;

/** Parses a bus request and adds it to the queue. */
export function enqueueRequest<P extends ProductTypes>(
  { product, queue, quarantine, log, aheadMs, arrivals }: EnqueueDeps<P>,
  rawPayload: unknown,
  reply: (answer: EngineReply) => void,
): void {
  const { data: request } = z.safeDecode(engineRequest, rawPayload as never); // Any input; validated here.
  if (request === undefined) return; // Our clients never send this; it may time out.
  arrivals.lastMs = performance.now();
  if (quarantine.hasUser(request.user)) return void queue.refuse({ responders: [reply] }, { refused: 'account_busy' });
  const command = readCommand({ product, log }, request);
  if (command === undefined) return void queue.refuse({ responders: [reply] }, { refused: 'internal' });
  const { key, route, hash, notAfterMs, trace } = request;
  queue.add({
    command,
    lane: product.laneOf(command),
    userId: request.user,
    record: { key, route, hash },
    notAfterMs,
    arrivedMs: Date.now() + aheadMs,
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

/**
 * Applies new blocks to the state, and enqueues the commands that they and due times trigger. Returns when the next due
 * time is.
 */
export function enqueueTriggered<P extends ProductTypes>(leadership: Leadership<P>, nowMs: number): number | undefined {
  const { product, state, blocks } = leadership;
  const taken = blocks.take(product.needsEveryTick(state));
  if (taken.length > 0) for (const triggered of product.onTicks(state, taken)) addTriggered(leadership, triggered);
  const { commands, nextMs } = product.dueCommands(state, nowMs);
  for (const triggered of commands) addTriggered(leadership, triggered);
  return nextMs;
}

function addTriggered<P extends ProductTypes>(
  leadership: Leadership<P>,
  { command, key, userId, stored }: Triggered<P['Command']>,
): void {
  if (leadership.quarantine.hasTrigger(key)) return; // It is a dead letter already.
  const rawPayload = stored ?? { triggered: key };
  addOwn(leadership, command, { userId, trigger: { key, stored }, rawPayload });
}

/** Reads guaranteed work outside the loop, so that no batch waits for the read. */
export function createInbox<P extends ProductTypes>(
  { readPool, shard, queue, log }: Pick<Leadership<P>, 'readPool' | 'shard' | 'queue' | 'log'>,
  wake: () => void,
): { look(): void; take(): readonly store.InboxRow[] } {
  let isLooking: boolean = false;
  let rows: readonly store.InboxRow[] = [];
  const look = async () => {
    queue.beginInboxLook();
    rows = await store.readInbox(readPool, shard.name, { known: queue.inboxIds, limit: INBOX_A_READ });
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
    if (leadership.queue.hasSettledInbox(id)) continue;
    try {
      const { name, fields, user: userId, key } = z.decode(inboxCommand, rawPayload as never); // Any input; validated here.
      const trigger = key === undefined ? undefined : { key, stored: { name, fields } };
      addOwn(leadership, leadership.product.readCommand(name, fields), { inboxId: id, rawPayload, userId, trigger });
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
    rawPayload: undefined,
    responders: [],
    missingAccounts: [],
    deferredAtMs: undefined,
    ...more,
  });
}
