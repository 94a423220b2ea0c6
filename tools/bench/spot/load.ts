import { setTimeout as pause } from 'node:timers/promises';
import type { SpotClient } from './client.ts';
import { makerOf, type Order, type Pair, takerOf } from './mix.ts';

/** Responses by kind. */
export type Tally = {
  readonly settled: number;
  readonly refused: ReadonlyMap<string, number>;
  readonly tookMs: number;
};

/**
 * Runs so many loops concurrently for so long, each alternating resting and taking orders and sending the next when the
 * last was answered; half of them start with a taker, so that every batch has both. Counts orders answered within the
 * time.
 */
export async function pressOn(
  client: SpotClient,
  nextPair: () => Pair,
  { pairs, ms }: { readonly pairs: number; readonly ms: number },
): Promise<Tally> {
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs >= ms;
  const counts = new Map<string, number>();
  const note = (answer: string) => {
    if (!isOver()) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  };
  const keepTrading = async (takesFirst: boolean) => {
    while (!isOver()) {
      const pair = nextPair();
      const [first, second] = takesFirst ? [takerOf(pair), makerOf(pair)] : [makerOf(pair), takerOf(pair)];
      note(await client.place(first));
      note(await client.place(second));
    }
  };
  await Promise.all(Array.from({ length: pairs }, (_, n) => keepTrading(n % 2 === 1)));
  const { ok: settled = 0 } = Object.fromEntries(counts);
  counts.delete('ok');
  return { settled, refused: counts, tookMs: ms };
}

/** One order, timed from the moment it was due, whether or not it could be sent then, to its response. */
export type Sent = { readonly order: Order; readonly atMs: number; readonly tookMs: number; readonly answer: string };

/** Places resting orders before the steady load starts, so that takers always find one. */
export async function fillBooks(client: SpotClient, nextPair: () => Pair, orders: number): Promise<void> {
  await Promise.all(Array.from({ length: orders }, () => client.place(makerOf(nextPair()))));
}

/** Sends orders at a fixed rate, makers and takers alternately, regardless of the responses. */
export async function goSteadily(
  client: SpotClient,
  nextPair: () => Pair,
  { perSecond, ms }: { readonly perSecond: number; readonly ms: number },
): Promise<readonly Sent[]> {
  const sent: Promise<Sent>[] = [];
  const startedMs = performance.now();
  let pair = nextPair();
  for (let due = 0; due < (ms * perSecond) / 1_000; await pause(1)) {
    const elapsedMs = Math.min(performance.now() - startedMs, ms);
    for (; due < (elapsedMs * perSecond) / 1_000; due++) {
      if (due % 2 === 0) pair = nextPair();
      const order = due % 2 === 0 ? makerOf(pair) : takerOf(pair);
      sent.push(timed(client, order, startedMs + (due * 1_000) / perSecond));
    }
  }
  return await Promise.all(sent);
}

async function timed(client: SpotClient, order: Order, dueMs: number): Promise<Sent> {
  const answer = await client.place(order);
  return { order, answer, atMs: dueMs, tookMs: performance.now() - dueMs };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
