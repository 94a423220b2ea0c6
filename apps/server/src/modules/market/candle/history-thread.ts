import { parentPort, workerData } from 'node:worker_threads';
import { simulatedHistory } from '../source/simulator/simulated-history.ts';
import { type PackedBars, packBars } from './packed-bars.ts';
import type { Past, Span } from './past.ts';

export type Query = { readonly id: number; readonly past: Past; readonly span: Span };
export type Reply = { readonly id: number; readonly bars: PackedBars };

const { seed } = workerData as { seed: string }; // As `openThread` starts it.

parentPort?.on('message', ({ id, past: { market, endMs }, span }: Query) => {
  const bars = packBars(simulatedHistory({ market, seed, nowMs: endMs }, span), market);
  const reply: Reply = { id, bars };
  parentPort?.postMessage(reply, [bars.buffer]);
});
