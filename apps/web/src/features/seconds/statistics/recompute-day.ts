import type { Mode } from '@app/domain/ledger';
import { formatDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { readSecondsDay } from '@app/protocol/seconds';
import { checkSecondsDay, type ListedSettlement, type SecondsDayFinding } from '@app/verifier';
import type { DayOfMarket } from './day-figures.ts';

type Page = Output<typeof readSecondsDay>['list'];

/** Reads receipts by their place in the market's chain, from the one after `after` on. */
export type ReadReceipts = (after: number) => Promise<Page>;

export type Recomputed = {
  readonly findings: readonly SecondsDayFinding[];
  readonly receipts: number;
  readonly tookMs: number;
};

type Progress = (done: number) => void;

type Asked = {
  readonly mode: Mode;
  /** Published root of the market's day before, which its first receipt must name; undefined if it is not known. */
  readonly before: string | undefined;
};
type Device = { readonly read: ReadReceipts; readonly onProgress: Progress; readonly now: () => number };

/** Fetches all receipts of a day and recomputes its figures on this device; nothing the server adds up is used. */
export async function recomputeDay(
  day: DayOfMarket,
  asked: Asked,
  { read, onProgress, now }: Device,
): Promise<Recomputed> {
  const receipts = await fetchReceipts(day, read, onProgress);
  const startedAt = now();
  const findings = await findWrong(day, receipts, asked);
  return { findings, receipts: receipts.length, tookMs: now() - startedAt };
}

/** Fetches up to the last place of the day. An empty page ends it: the check then finds what is missing. */
async function fetchReceipts(day: DayOfMarket, read: ReadReceipts, onProgress: Progress): Promise<ListedSettlement[]> {
  const receipts: ListedSettlement[] = [];
  for (let after = day.first_place - 1; after < day.last_place; ) {
    const page = (await read(after)).filter(({ place }) => place > after && place <= day.last_place);
    const last = page.at(-1);
    if (last === undefined) break;
    // Unvalidated: the check validates.
    for (const { place, id, kind, body } of page)
      receipts.push({ place, id: String(id), kind, body } as unknown as ListedSettlement);
    after = last.place;
    onProgress(receipts.length);
  }
  return receipts;
}

async function findWrong(
  day: DayOfMarket,
  receipts: readonly ListedSettlement[],
  { mode, before }: Asked,
): Promise<readonly SecondsDayFinding[]> {
  const published = { ...day, stakes: formatDecimal(day.stakes), returned: formatDecimal(day.returned) };
  try {
    return (await checkSecondsDay(published, receipts, { book: mode, before })).findings;
  } catch {
    return ['settlements']; // A receipt that cannot be read is none.
  }
}

/** Returns the published root of the place before a day's first; undefined if no listed day ends there. */
export const rootBefore = (day: DayOfMarket, days: readonly DayOfMarket[]): string | undefined =>
  days.find(({ match_id, last_place }) => match_id === day.match_id && last_place === day.first_place - 1)?.root;
