import { parentPort, workerData } from 'node:worker_threads';
import { simulatedHistory } from '../source/simulator/simulated-history.ts';
import { type PackedBars, packBars } from './packed-bars.ts';
import type { Past, Span } from './past.ts';

export type Asked = { readonly id: number; readonly past: Past; readonly span: Span };
export type Told = { readonly id: number; readonly bars: PackedBars };

const { seed } = workerData as { seed: string }; // As `openThread` starts it.

parentPort?.on('message', ({ id, past: { market, endMs }, span }: Asked) => {
  const bars = packBars(simulatedHistory({ market, seed, nowMs: endMs }, span), market);
  const told: Told = { id, bars };
  parentPort?.postMessage(told, [bars.buffer]);
});
