import { type Bytes, checkBlocks, fromHex, type Range, readTicks, tickBytes, toHex } from '@app/verifier';
import type { Message } from './listener.ts';

const SHOWN_MAX = 5;

export type Report = { readonly ticks: number; readonly faults: readonly string[] };

/** Checks that everything ever published is stored, and that the stored blocks are one valid chain. */
export async function checkPublished(messages: readonly Message[], chain: Range): Promise<Report> {
  const findings = await checkBlocks(chain);
  const broken = findings.map(({ check, block }) => `block ${block}: ${check} does not hold`);
  const { ticks, faults } = compare(messages, chain);
  return { ticks, faults: [...faults, ...broken] };
}

/** Lists the first faults, and the number of others. */
export const describeFaults = (faults: readonly string[]): string =>
  [...faults.slice(0, SHOWN_MAX), ...(faults.length > SHOWN_MAX ? [`and ${faults.length - SHOWN_MAX} more`] : [])].join(
    '; ',
  );

/** Compares the bytes of every published tick with those stored under the same number. */
export function compare(messages: readonly Message[], { blocks }: Pick<Range, 'blocks'>): Report {
  const stored = new Map(blocks.flatMap(({ body }) => leavesOf(body)));
  const published = new Map<string, string>();
  const faults = messages.flatMap(({ number, body }) =>
    leavesOf(fromHex(body)).flatMap(([name, bytes]) => {
      const before = published.get(name) ?? bytes;
      published.set(name, bytes);
      return [
        ...(stored.has(name) ? [] : [`${name} was published in block ${number} and is not stored`]),
        ...((stored.get(name) ?? bytes) === bytes ? [] : [`${name} was published with another content than is stored`]),
        ...(before === bytes ? [] : [`${name} was published with two contents`]),
      ];
    }),
  );
  return { ticks: published.size, faults };
}

const leavesOf = (body: Bytes) =>
  readTicks(body).map((tick) => [`market ${tick.market} tick ${tick.seq}`, toHex(tickBytes(tick))] as const);

/** Returns a copy of the received messages in which one tick differs, to prove that the check detects it. */
export function forge(messages: readonly Message[]): readonly Message[] {
  const [first, ...rest] = messages;
  if (first === undefined) return [];
  const [tick, ...others] = readTicks(fromHex(first.body));
  if (tick === undefined) return messages;
  const forged = [{ ...tick, atMs: tick.atMs + 1 }, ...others];
  return [{ ...first, body: forged.map((it) => toHex(tickBytes(it))).join('') }, ...rest];
}
