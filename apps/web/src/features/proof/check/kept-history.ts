/** A head as the server publishes it. */
export type PublishedHead = { readonly number: number; readonly hash: string; readonly at: number };
export type PublishedKey = { readonly id: string; readonly public_key: string; readonly from_block: number };

/** A published head as stored on this device, with the time it was first seen here. */
export type KeptHead = PublishedHead & { readonly keptAt: number };
export type KeptHistory = { readonly heads: readonly KeptHead[]; readonly keys: readonly PublishedKey[] };

export const NOTHING_KEPT: KeptHistory = { heads: [], keys: [] };
export const HEADS_MAX = 200;

/** Adds to the history. The first stored version stays: nothing received later replaces it. */
export function keepMore(
  kept: KeptHistory,
  published: { readonly heads: readonly PublishedHead[]; readonly keys: readonly PublishedKey[] },
  nowMs: number,
): KeptHistory {
  const heads = new Map(kept.heads.map((head) => [head.number, head]));
  for (const { number, hash, at } of published.heads)
    if (!heads.has(number)) heads.set(number, { number, hash, at, keptAt: nowMs });
  const keys = new Map([...published.keys, ...kept.keys].map((key) => [key.id, key]));
  return {
    heads: thinOut([...heads.values()].sort((a, b) => a.number - b.number)),
    keys: [...keys.values()].sort((a, b) => a.from_block - b.from_block),
  };
}

/** Keeps the first and the newest; between them older heads are sparser, so that a few cover the whole past. */
function thinOut(heads: readonly KeptHead[]): readonly KeptHead[] {
  const left = [...heads];
  while (left.length > HEADS_MAX) left.splice(mostCrowded(left), 1);
  return left;
}

function mostCrowded(heads: readonly KeptHead[]): number {
  const numbers = heads.map(({ number }) => number);
  const newest = numbers.at(-1) ?? 0;
  const room = (at: number) => ((numbers[at + 1] ?? 0) - (numbers[at - 1] ?? 0)) / (newest - (numbers[at] ?? 0) + 1);
  let found = 1;
  for (let at = 2; at < heads.length - 1; at++) if (room(at) < room(found)) found = at;
  return found;
}

/** Parses the stored history; returns an empty one unless every part is valid. */
export function readKeptHistory(value: unknown): KeptHistory {
  if (!isRecord(value) || !Array.isArray(value.heads) || !Array.isArray(value.keys)) return NOTHING_KEPT;
  return value.heads.every(isKeptHead) && value.keys.every(isKey)
    ? { heads: value.heads, keys: value.keys }
    : NOTHING_KEPT;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const isKeptHead = (value: unknown): value is KeptHead =>
  isRecord(value) && [value.number, value.at, value.keptAt].every(Number.isSafeInteger) && isHash(value.hash);

const isKey = (value: unknown): value is PublishedKey =>
  isRecord(value) && typeof value.id === 'string' && isHash(value.public_key) && Number.isSafeInteger(value.from_block);
