import { receiptHash } from './receipt-bytes.ts';
import { resultOf, returnedOf } from './rules/seconds-bet.ts';
import { type BetSettlementText, type IssuedBet, SECONDS_KINDS } from './seconds-text.ts';
import { decimal, units } from './units.ts';

/** Public statistics of the bets of one market, mode, UTC day and currency, as published. */
export type SecondsDayText = {
  readonly symbol: string;
  readonly match_id: number;
  readonly day: string;
  readonly currency_name: string;
  readonly profits: number;
  readonly losses: number;
  readonly flats: number;
  readonly voids: number;
  readonly cancels: number;
  readonly stakes: string;
  readonly returned: string;
  readonly first_place: number;
  readonly last_place: number;
  readonly root: string;
};
/** A settlement's receipt as listed by its place. */
export type ListedSettlement = IssuedBet & { readonly place: number; readonly body: BetSettlementText };

type Counted = {
  readonly published: SecondsDayText;
  readonly recomputed: Pick<SecondsDayText, 'stakes' | 'returned' | 'root'> & Readonly<Record<Count, number>>;
  readonly receipts: readonly ListedSettlement[];
  readonly own: readonly ListedSettlement[];
  readonly hashes: readonly string[];
  readonly book: string;
  readonly before: string | undefined;
};
type Count = 'profits' | 'losses' | 'flats' | 'voids' | 'cancels';

const COUNTS: Readonly<Record<string, Count>> = {
  profit: 'profits',
  loss: 'losses',
  flat: 'flats',
  void: 'voids',
  cancelled: 'cancels',
};

export type SecondsDayFinding = keyof typeof SECONDS_DAY_CHECKS;

/** Checks that the statistics of a day are what the receipts of its settlements come to. */
export const SECONDS_DAY_CHECKS = {
  /** Every receipt is a settlement of this market, mode and day. */
  settlements: ({ receipts, published, book }: Counted) =>
    receipts.every(
      ({ id, kind, body }) =>
        kind === SECONDS_KINDS.settlement &&
        body.settlement.id === id &&
        body.book === book &&
        body.bet.market === published.match_id &&
        body.bet.symbol === published.symbol &&
        body.settlement.day === published.day,
    ),
  /** None is missing from the first place of the day to the last. */
  places: ({ receipts, own, published }: Counted) =>
    receipts.every((it, at) => it.place === published.first_place + at && it.body.chain.place === it.place) &&
    own[0]?.place === published.first_place &&
    own.at(-1)?.place === published.last_place,
  /** Each names the hash of the one before it, and the first one that of the day before. */
  links: ({ receipts, hashes, before }: Counted) =>
    receipts.every(({ place, body: { chain } }, at) => {
      const expected = at === 0 ? before : hashes[at - 1];
      if (place === 1) return chain.previous === null;
      return expected === undefined || chain.previous === expected;
    }),
  /** The published root is the hash of the last one: it binds all before it. */
  root: ({ published, recomputed }: Counted) => published.root === recomputed.root,
  /** Each outcome is that of the prices it names, and pays what it should. */
  outcomes: ({ receipts }: Counted) => receipts.every(({ body }) => isPaid(body)),
  counts: ({ published, recomputed }: Counted) =>
    Object.values(COUNTS).every((name) => published[name] === recomputed[name]),
  sums: ({ published, recomputed }: Counted) =>
    units(published.stakes) === units(recomputed.stakes) && units(published.returned) === units(recomputed.returned),
};

function isPaid({ settlement: { outcome, returned }, bet, terms, entry, exit }: BetSettlementText): boolean {
  const isDecided = entry !== null && exit !== null;
  const expected = isDecided ? resultOf(bet.side, units(entry.tick.price), units(exit.tick.price)) : outcome;
  const isRefund = outcome === 'void' || outcome === 'cancelled';
  const paid = returnedOf({ stake: units(bet.stake), payoutRate: units(terms.payout_rate) }, outcome);
  return outcome === expected && isRefund !== isDecided && units(returned) === paid;
}

export type SecondsDayResult = {
  readonly findings: readonly SecondsDayFinding[];
  readonly recomputed: Counted['recomputed'];
};

type Asked = {
  readonly book: string;
  /** Hash of the last receipt of the day before, if the reader has it. */
  readonly before?: string | undefined;
};

/** Recomputes the statistics of a day from the receipts between its first place and its last. */
export async function checkSecondsDay(
  published: SecondsDayText,
  receipts: readonly ListedSettlement[],
  { book, before }: Asked,
): Promise<SecondsDayResult> {
  const hashes = await Promise.all(receipts.map(({ id, kind, body }) => receiptHash({ id, kind, body })));
  const own = receipts.filter(({ body }) => body.bet.currency === published.currency_name);
  const last = own.at(-1);
  const recomputed = {
    ...countsOf(own),
    stakes: sumOf(own, ({ bet }) => bet.stake),
    returned: sumOf(own, ({ settlement }) => settlement.returned),
    root: (last && hashes[receipts.indexOf(last)]) ?? '',
  };
  const counted = { published, recomputed, receipts, own, hashes, book, before };
  const names = Object.keys(SECONDS_DAY_CHECKS) as SecondsDayFinding[]; // The table's own keys.
  return { findings: names.filter((name) => !SECONDS_DAY_CHECKS[name](counted)), recomputed };
}

function countsOf(receipts: readonly ListedSettlement[]): Record<Count, number> {
  const counts = { profits: 0, losses: 0, flats: 0, voids: 0, cancels: 0 };
  for (const { body } of receipts) {
    const name = COUNTS[body.settlement.outcome];
    if (name !== undefined) counts[name] += 1;
  }
  return counts;
}

/** Adds up a figure of the bets that were settled; a void or cancelled one has no part in the sums. */
const sumOf = (receipts: readonly ListedSettlement[], figure: (body: BetSettlementText) => string): string =>
  decimal(receipts.reduce((sum, { body }) => (body.exit === null ? sum : sum + units(figure(body))), 0n));
