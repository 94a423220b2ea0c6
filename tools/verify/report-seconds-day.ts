import {
  checkSecondsDay,
  decimal,
  type ListedSettlement,
  receiptHash,
  SECONDS_DAY_CHECKS,
  type SecondsDayText,
  units,
} from '@app/verifier';
import { linesOf, type Report } from './report.ts';
import { SECONDS_DAY_TEXTS } from './seconds-texts.ts';

/** Statistics of a day as published, and the receipts of its places. */
export type ShownDay = { readonly published: SecondsDayText; readonly receipts: readonly ListedSettlement[] };

/** Recomputes published days of one market, oldest first, from the receipts of their settlements. */
export async function reportSecondsDays(book: string, days: readonly ShownDay[]): Promise<Report> {
  if (days.length === 0) return { holds: false, lines: ['No bet of this market was settled in this time.'] };
  const lines: string[] = [];
  let failed = 0;
  for (const [at, { published, receipts }] of days.entries()) {
    const before = await hashBefore(published, days.slice(0, at));
    const { findings, recomputed } = await checkSecondsDay(published, receipts, { book, before });
    failed += findings.length;
    const { profits, losses, flats, voids, cancels } = recomputed;
    lines.push(
      `${published.symbol} on ${published.day} in ${published.currency_name}, ${book} book: ${receipts.length} receipts, ${profits} profit, ${losses} loss, ${flats} flat, ${voids} void, ${cancels} cancelled; platform ${resultOf(recomputed)}`,
      ...linesOf(SECONDS_DAY_TEXTS, Object.keys(SECONDS_DAY_CHECKS), findings),
    );
  }
  const last =
    failed === 0
      ? 'All of it holds. Whether a block sealed the last receipt of a day is shown by "receipt" and its id.'
      : `${failed} of the checks failed: do not believe these statistics.`;
  return { holds: failed === 0, lines: [...lines, last] };
}

/** Returns the hash of the receipt before the first one of a day, if it is among those of the days before. */
async function hashBefore({ first_place }: SecondsDayText, days: readonly ShownDay[]): Promise<string | undefined> {
  const before = days.flatMap(({ receipts }) => receipts).find(({ place }) => place === first_place - 1);
  return before && (await receiptHash({ id: before.id, kind: before.kind, body: before.body }));
}

/** Returns what the platform won or lost: stakes less what came back. */
const resultOf = ({ stakes, returned }: { readonly stakes: string; readonly returned: string }): string =>
  decimal(units(stakes) - units(returned));
