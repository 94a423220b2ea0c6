import * as store from './engine.store.ts';
import { layAside } from './lay-aside.ts';
import type { Ticks } from './product.ts';
import type { Waiting } from './queue.ts';
import type { ShardDeps, Term } from './shard-parts.ts';
import { type Question, type Reply, readQuestion, slotOf } from './wire.ts';

const INBOX_A_READ = 400;

/** What came over the bus, on its way into the queue. */
export function hearQuestion<State, Command, Facts, Rows>(
  { shard, product, queue, log }: Pick<Term<State, Command, Facts, Rows>, 'shard' | 'product' | 'queue' | 'log'>,
  said: unknown,
  reply: (answer: Reply) => void,
): void {
  const question = readQuestion(said);
  if (question === undefined) return; // Nobody of ours asks like that; let them wait.
  const command = readCommand({ product, log }, question);
  if (command === undefined) return void queue.refuse({ replies: [reply] }, { refused: 'internal' });
  const { key, route, hash, notAfterMs } = question;
  queue.add({
    ...{
      command,
      lane: product.laneOf(command),
      userId: BigInt(question.user),
      record: { key, slot: slotOf(shard.name, key), route, hash },
    },
    ...{ notAfterMs, inboxId: undefined, said, replies: [reply], wants: [], deferredAtMs: undefined },
  });
}

function readCommand<State, Command, Facts, Rows>(
  { product, log }: Pick<ShardDeps<State, Command, Facts, Rows>, 'product' | 'log'>,
  { name, fields }: Pick<Question, 'name' | 'fields'>,
): Command | undefined {
  try {
    return product.readCommand(name, fields);
  } catch (error) {
    log.warn({ name, error: String(error) }, 'a command was not understood');
    return undefined;
  }
}

/** What ticks and times set off. Nobody waits for an answer. */
export function gatherOwn<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  news: { readonly ticks: readonly Ticks[]; readonly nowMs: number },
): number | undefined {
  if (news.ticks.length > 0) for (const command of term.product.hear(term.state, news.ticks)) addOwn(term, command);
  const { commands, nextMs } = term.product.due(term.state, news.nowMs);
  for (const command of commands) addOwn(term, command);
  return nextMs;
}

/** For whom it is done, where it is for somebody; nobody waits for its answer. */
type InboxCommand = Pick<Question, 'name' | 'fields'> & Partial<Pick<Question, 'user'>>;

/** Reads what must be done for certain, beside the loop: no turn waits for it. */
export function createInbox<State, Command, Facts, Rows>(
  { side, shard, log }: Pick<Term<State, Command, Facts, Rows>, 'side' | 'shard' | 'log'>,
  wake: () => void,
): { look(): void; take(): readonly store.InboxRow[] } {
  let [isLooking, rows]: [boolean, readonly store.InboxRow[]] = [false, []];
  const look = async () => {
    rows = await store.readInbox(side, shard.name, INBOX_A_READ);
    if (rows.length > 0) wake();
  };
  return {
    look: () => {
      if (isLooking) return;
      isLooking = true;
      void look()
        .catch((error: unknown) => log.warn({ error: String(error) }, 'the inbox could not be read'))
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

/** A row that is waiting already is not taken twice, one that nobody understands is laid aside. */
export async function gatherInbox<State, Command, Facts, Rows>(
  term: Term<State, Command, Facts, Rows>,
  rows: readonly store.InboxRow[],
): Promise<void> {
  for (const { id, command: said } of rows) {
    try {
      const { name, fields, user } = said as InboxCommand; // Written by a module of ours; what is not fails here.
      const userId = user === undefined ? undefined : BigInt(user);
      addOwn(term, term.product.readCommand(name, fields), { inboxId: id, said, userId });
    } catch (error) {
      await layAside(term, { said, inboxId: id }, error);
    }
  }
}

function addOwn<State, Command, Facts, Rows>(
  { product, queue }: Pick<Term<State, Command, Facts, Rows>, 'product' | 'queue'>,
  command: Command,
  more: Partial<Waiting<Command>> = {},
): void {
  queue.add({
    ...{ command, lane: product.laneOf(command), userId: undefined, record: undefined, inboxId: undefined },
    ...{ notAfterMs: Number.POSITIVE_INFINITY, said: { own: command }, replies: [], wants: [] },
    ...{ deferredAtMs: undefined, ...more },
  });
}
