import { type Bytes, isSame, join } from './bytes.ts';

type SealedSource = { readonly source: number; readonly price: bigint; readonly ageMs: number };
/** Sealed tick. Prices and volumes are integers in units of 10⁻¹⁸. */
export type SealedTick = {
  readonly market: number;
  readonly seq: number;
  readonly atMs: number;
  readonly price: bigint;
  readonly volume: bigint;
  readonly sources: readonly SealedSource[];
};

const VERSION = 1n;
/** Unit of the last decimal, by number of decimals. */
const UNITS = Array.from({ length: 19 }, (_, places) => 10n ** BigInt(18 - places));

/**
 * Encodes a tick as integers in groups of seven bits, lowest first: version, market, seq, time, decimals and price,
 * decimals and volume, and for each source, by ascending id: the difference to the previous id minus one, its price
 * minus the index price (signed), its age.
 */
export function tickBytes({ market, seq, atMs, price, volume, sources }: SealedTick): Bytes {
  const sorted = [...sources].sort((a, b) => a.source - b.source);
  const [places, unit] = unitFor([price, ...sorted.map((it) => it.price)]);
  const [volumePlaces, volumeUnit] = unitFor([volume]);
  const numbers = [VERSION, market, seq, atMs, places, price / unit, volumePlaces, volume / volumeUnit, sorted.length];
  for (const [index, it] of sorted.entries()) {
    const difference = (it.price - price) / unit;
    const signed = difference < 0n ? -2n * difference - 1n : 2n * difference;
    numbers.push(it.source - (sorted[index - 1]?.source ?? 0) - 1, signed, it.ageMs);
  }
  return new Uint8Array(numbers.flatMap(groupsOf));
}

/** Decodes the ticks of a body, one after the other; throws on leftover or missing bytes. */
export function readTicks(body: Bytes): SealedTick[] {
  const numbers = readNumbers(body).values();
  const next = () => must(numbers.next().value, 'a tick without an end');
  const ticks: SealedTick[] = [];
  for (const version of numbers) ticks.push(readTick(must(version === VERSION || undefined, 'its version') && next));
  return ticks;
}

/** Whether a body is the canonical encoding of these ticks. */
export const isOneForm = (body: Bytes, ticks: readonly SealedTick[]): boolean =>
  isSame(join(...ticks.map(tickBytes)), body) && ticks.every(({ price }) => price > 0n);

function readTick(next: () => bigint): SealedTick {
  const count = () => must([Number(next())].find(Number.isSafeInteger), 'a number too large');
  const unit = () => must(UNITS[count()], 'eighteen places at most');
  const market = count();
  const seq = count();
  const atMs = count();
  const priceUnit = unit();
  const price = next() * priceUnit;
  const volume = unit() * next();
  const sources: SealedSource[] = [];
  for (let left = count(), source = 0; left > 0; left--) {
    source += count() + 1;
    const signed = next();
    const difference = signed % 2n === 0n ? signed / 2n : -(signed + 1n) / 2n;
    sources.push({ source, price: price + difference * priceUnit, ageMs: count() });
  }
  return { market, seq, atMs, price, volume, sources };
}

function readNumbers(body: Bytes): bigint[] {
  const numbers: bigint[] = [];
  let start = 0;
  for (const [index, byte] of body.entries()) {
    if (byte >= 0x80) continue;
    numbers.push(
      body.subarray(start, index + 1).reduceRight((value, group) => value * 128n + BigInt(group & 0x7f), 0n),
    );
    start = index + 1;
  }
  return must(start === body.length ? numbers : undefined, 'a number without an end');
}

function groupsOf(number: number | bigint): number[] {
  const groups: number[] = [];
  let rest = must(number >= 0 ? BigInt(number) : undefined, 'a number below zero');
  for (; rest > 0x7fn; rest >>= 7n) groups.push(Number(rest & 0x7fn) | 0x80);
  return [...groups, Number(rest)];
}

/** Returns the fewest decimals that represent all values exactly, and their unit. */
function unitFor(values: readonly bigint[]): readonly [number, bigint] {
  const places = UNITS.findIndex((unit) => values.every((value) => value % unit === 0n));
  return [places, must(UNITS[places], 'a whole number')];
}

function must<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`not a tick: ${what}`);
  return value;
}
