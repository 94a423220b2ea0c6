import type { Bus } from '../../../platform/bus/bus.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/process/log.ts';
import { type Loop, runLoop } from '../../../platform/process/loop.ts';
import type { Settings } from '../../reference/index.ts';
import { followBlocks, type SealedBlock } from '../block/index.ts';
import type { History } from '../candle/history.ts';
import type { Board } from './board.ts';
import { takeBlocks } from './board-state.ts';
import { createFirstDays } from './first-days.ts';
import { type Live, refreshLive, showQuotes, sparkOf, startLive } from './live.ts';

export type BoardDeps = {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Log;
  readonly settings: Settings;
  /** Source for the first day of simulated markets; without it their figures begin with their first tick. */
  readonly history?: History | undefined;
};

type Listener = (blocks: readonly SealedBlock[]) => void;
type Recipient = { readonly listeners: ReadonlySet<Listener>; readonly signal: AbortSignal };

const REFRESH_MS = 1_000;

/** Starts a board at once; it has no quotes until it is ready. */
export function createBoard(deps: BoardDeps): Board {
  const stopping = new AbortController();
  const listeners = new Set<Listener>();
  let live: Live | undefined;
  let keeping: Promise<unknown> = Promise.resolve();
  const starting = startLive(deps).then((started) => {
    live = started;
    keeping = keepLive(deps, started, { listeners, signal: stopping.signal });
  });
  starting.catch((error: unknown) => deps.log.error({ err: error }, 'board.start_failed'));
  const quotes = () => (live === undefined ? [] : showQuotes(live));
  return {
    ready: () => starting,
    markets: () => live?.state.markets ?? [],
    quotes,
    quoteOf: (marketId) => quotes().find(({ market }) => market.id === marketId),
    sealedTickOf: (marketId) => {
      const tick = live?.state.last.get(marketId);
      const block = live?.state.blockOf.get(marketId);
      return tick && block !== undefined ? { tick, block } : undefined;
    },
    newestBlockMs: () => live?.state.newestMs ?? 0,
    sparkOf: (marketId) => live && sparkOf(live, marketId),
    blockNumber: () => live?.state.recent.number() ?? 0,
    blocksAfter: (number) => live?.state.recent.after(number),
    onBlocks: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      stopping.abort();
      await starting.catch(() => {}); // Logged above.
      await keeping;
    },
  };
}

/** Keeps the board current until the signal aborts: blocks as they arrive, everything else every second. */
async function keepLive(deps: BoardDeps, live: Live, { listeners, signal }: Recipient): Promise<void> {
  const { history, log } = deps;
  const onBlocks = (blocks: readonly SealedBlock[]) => {
    takeBlocks(live.state, blocks);
    for (const listener of listeners) notifyListener(listener, blocks, log);
  };
  const fillDays = history && createFirstDays(history, live.state);
  const loops: readonly Loop[] = [
    { name: 'board', everyMs: REFRESH_MS, work: () => refreshLive(deps, live) },
    { name: 'first days', everyMs: REFRESH_MS, work: async () => fillDays?.(Date.now() + live.aheadMs) },
  ];
  await Promise.all([
    followBlocks(deps, { after: live.state.recent.number(), onBlocks }, signal),
    ...loops.map((loop) => runLoop(loop, signal, log)),
  ]);
}

/** Notifies one listener and isolates its failure: the others are still notified, and none twice. */
function notifyListener(listener: Listener, blocks: readonly SealedBlock[], log: Log): void {
  try {
    listener(blocks);
  } catch (error) {
    log.error({ err: error }, 'board.listener_failed');
  }
}
