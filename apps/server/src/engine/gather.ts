import { deadLetter } from './dead-letter.ts';
import * as store from './engine.store.ts';
import type { Ticks } from './product.ts';
import type { PendingCommand } from './queue.ts';
import type { Leadership, ShardDeps } from './shard-parts.ts';
import { type CommandRequest, parseRequest, type Reply } from './wire.ts';

const INBOX_A_READ = 400;

/** Parses a bus request and adds it to the queue. */
export function enqueueRequest<State, Command, Facts, Rows>(
  { product, queue, log }: Pick<Leadership<State, Command, Facts, Rows>, 'product' | 'queue' | 'log'>,
  rawPayload: unknown,
  reply: (answer: Reply) => void,
): void {
  const question = parseRequest(rawPayload);
  if (question === undefined) return; // Our clients never send this; it may time out.
  const command = readCommand({ product, log }, question);
  if (command === undefined) return void queue.refuse({ responders: [reply] }, { refused: 'internal' });
  const { key, route, hash, notAfterMs, trace } = question;
  queue.add({
    command,
    lane: product.laneOf(command),
    userId: BigInt(question.user),
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

function readCommand<State, Command, Facts, Rows>(
  { product, log }: Pick<ShardDeps<State, Command, Facts, Rows>, 'product' | 'log'>,
  { name, fields }: Pick<CommandRequest, 'name' | 'fields'>,
): Command | undefined {
  try {
    return product.readCommand(name, fields);
  } catch (error) {
    log.warn({ name, err: error }, 'engine.command_unreadable');
    return undefined;
  }
}

/** Enqueues commands triggered by ticks and timers. No caller waits for an answer. */
export function enqueueOwn<State, Command, Facts, Rows>(
  leadership: Leadership<State, Command, Facts, Rows>,
  inputs: { readonly ticks: readonly Ticks[]; readonly nowMs: number },
): number | undefined {
  if (inputs.ticks.length > 0)
    for (const command of leadership.product.onTicks(leadership.state, inputs.ticks)) addOwn(leadership, command);
  const { commands, nextMs } = leadership.product.dueCommands(leadership.state, inputs.nowMs);
  for (const command of commands) addOwn(leadership, command);
  return nextMs;
}

/** Inbox payload, with the user it is executed for, if any; no caller waits for its answer. */
type InboxCommand = Pick<CommandRequest, 'name' | 'fields'> & Partial<Pick<CommandRequest, 'user'>>;

/** Reads guaranteed work outside the loop, so that no batch waits for the read. */
export function createInbox<State, Command, Facts, Rows>(
  { readPool, shard, log }: Pick<Leadership<State, Command, Facts, Rows>, 'readPool' | 'shard' | 'log'>,
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
export async function enqueueInbox<State, Command, Facts, Rows>(
  leadership: Leadership<State, Command, Facts, Rows>,
  rows: readonly store.InboxRow[],
): Promise<void> {
  for (const { id, command: rawPayload } of rows) {
    try {
      const { name, fields, user } = rawPayload as InboxCommand; // Written by our own modules; anything else fails here.
      const userId = user === undefined ? undefined : BigInt(user);
      addOwn(leadership, leadership.product.readCommand(name, fields), { inboxId: id, rawPayload, userId });
    } catch (error) {
      await deadLetter(leadership, { rawPayload, inboxId: id }, error);
    }
  }
}

function addOwn<State, Command, Facts, Rows>(
  { product, queue }: Pick<Leadership<State, Command, Facts, Rows>, 'product' | 'queue'>,
  command: Command,
  more: Partial<PendingCommand<Command>> = {},
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
