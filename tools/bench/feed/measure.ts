import { setTimeout as pause } from 'node:timers/promises';
import { fromHex, readTicks } from '@app/verifier';
import { readStoredBytes } from './check-published.ts';
import type { Frame, Listener, Message, Sockets } from './listener.ts';
import type { Child, Testbed } from './testbed.ts';

/** Cost of undisturbed operation. */
export type Measured = {
  readonly ticksPerSecond: number;
  /** From a block's time until a socket shows it or a later one. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Until the block is on the bus. */
  readonly busP99Ms: number;
  /** Percent of one core. */
  readonly cpuPercent: number;
  readonly bytesPerTick: number;
};

type Measuring = {
  readonly testbed: Testbed;
  readonly listener: Listener;
  readonly sockets: Sockets;
  readonly feed: Child;
  readonly ms: number;
};

export async function measure({ testbed, listener, sockets, feed, ms }: Measuring): Promise<Measured> {
  const bytes = await readStoredBytes(testbed);
  const cpuMs = feed.cpuMs();
  const startedMs = performance.now();
  const known = listener.messages.length;
  await pause(ms);
  const received = listener.messages.slice(known);
  const tookMs = performance.now() - startedMs;
  const cpuPercent = ((feed.cpuMs() - cpuMs) / tookMs) * 100;
  const grown = (await readStoredBytes(testbed)) - bytes;
  const ticks = received.reduce((sum, { body }) => sum + readTicks(fromHex(body)).length, 0);
  await sockets.reach(received.at(-1)?.number ?? 0);
  const delays = received.map((message) => shownMs(message, sockets.frames) - message.atMs);
  const busDelays = received.map(({ receivedMs, atMs }) => receivedMs - atMs);
  return {
    ticksPerSecond: (ticks * 1_000) / tookMs,
    p50Ms: quantile(delays, 0.5),
    p99Ms: quantile(delays, 0.99),
    busP99Ms: quantile(busDelays, 0.99),
    cpuPercent,
    bytesPerTick: grown / ticks,
  };
}

const shownMs = ({ number }: Message, frames: readonly Frame[]) =>
  frames.find(({ seq }) => seq >= number)?.receivedMs ?? Number.POSITIVE_INFINITY;

/** Returns a quantile; infinite without any figures. */
function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}
