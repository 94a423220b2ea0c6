import { setImmediate as letOthersIn } from 'node:timers/promises';
import type { Bus } from '../../../platform/bus.ts';
import type { Db } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { believeBlock, type ChainPosition } from './believe-block.ts';
import type { PackedBlock, SealedBlock } from './block.ts';
import { createKnownKeys } from './known-keys.ts';
import { BLOCK_SUBJECT, decodeBlockMessage } from './publish-block.ts';

/** Blocks received over the bus and not yet taken. */
export type ReceivedBlocks = {
  /**
   * Takes the verified blocks that follow a position without a gap; undefined if there are none and the table must be
   * read.
   */
  takeAfter(position: ChainPosition): Promise<readonly SealedBlock[] | undefined>;
  /** Resolves on the next hint, at once if one arrived since the last take, and in any case after a timeout. */
  untilWoken(): Promise<void>;
  end(): void;
};

const SILENCE_MS = 500;
/**
 * Hints further ahead than this are not buffered, because reading the table is faster; they only signal that new blocks
 * exist.
 */
const AHEAD_MAX = 500;

export function receiveBlocks({ db, bus, log }: { db: Db; bus: Bus; log: Log }, signal: AbortSignal): ReceivedBlocks {
  const waiting = new Map<number, PackedBlock>();
  const keys = createKnownKeys(db);
  let last = Number.NEGATIVE_INFINITY; // Buffer nothing before a position is set.
  let hasArrivals = false;
  let wake = () => {};
  const end = bus.listen(BLOCK_SUBJECT, (message) => {
    const sent = decodeBlockMessage(message);
    if (sent.number <= last) return;
    if (sent.number <= last + AHEAD_MAX) waiting.set(sent.number, sent);
    hasArrivals = true;
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });

  /** Takes one hint and accepts or drops it: an invalid message delays delivery by no more than one table read. */
  const takeNext = async (position: ChainPosition): Promise<SealedBlock | undefined> => {
    const sent = waiting.get(position.number + 1);
    if (sent === undefined) return undefined;
    waiting.delete(sent.number);
    await letOthersIn(); // Each costs a millisecond of CPU, and many may be queued.
    const block = believeBlock(sent, position, await keys.find(sent));
    if (block !== undefined) return block;
    hasArrivals = true;
    log.error({ block: sent.number }, 'blocks.unexpected_message');
    return undefined;
  };
  return {
    takeAfter: async (position) => {
      hasArrivals = false;
      last = position.number;
      for (const number of waiting.keys()) if (number <= last) waiting.delete(number);
      const run: SealedBlock[] = [];
      for (let next = await takeNext(position); next !== undefined; next = await takeNext(next)) run.push(next);
      return run.length > 0 ? run : undefined;
    },
    untilWoken: async () => {
      if (hasArrivals || signal.aborted) return;
      let timeout: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timeout = setTimeout(resolve, SILENCE_MS);
      });
      clearTimeout(timeout);
    },
    end,
  };
}
