/** A tick that a bet goes by. Its time is the one that was sealed with it. */
export type BetRuleTick = { readonly seq: number; readonly atMs: number; readonly price: bigint };

/** A tick at which something happened, and the one before it; null if there was none. */
export type FirstTick = { readonly tick: BetRuleTick; readonly before: BetRuleTick | null };

/** A bet with the terms that it keeps; amounts and rates are integers of 10⁻¹⁸. */
export type RuledBet = {
  readonly side: string;
  readonly seconds: number;
  readonly stake: bigint;
  readonly payoutRate: bigint;
  readonly acceptedMs: number;
  readonly entryDelayMs: number;
  readonly cancelLeadMs: number;
  readonly voidAfterMs: number;
};

/** An accepted bet, and the newest tick at its acceptance. */
export type Acceptance = {
  readonly kind: 'bet';
  readonly bet: RuledBet;
  readonly tick: BetRuleTick;
  /** Age of a price up to which bets were accepted. */
  readonly maxAgeMs: number;
};

/** The end of a bet with all inputs of its rule. */
export type BetEnding = {
  readonly kind: 'settlement';
  readonly bet: RuledBet;
  readonly outcome: string;
  readonly returned: bigint;
  readonly cancelMs: number | null;
  readonly entry: FirstTick | null;
  readonly exit: FirstTick | null;
  /** Newest tick when it was decided, and the one before it. */
  readonly newest: FirstTick;
};

export type AcceptanceFinding = keyof typeof BET_RULE_CHECKS;
export type BetEndingFinding = keyof typeof BET_SETTLEMENT_CHECKS;

const ONE = 10n ** 18n;
const RESULTS: readonly string[] = ['profit', 'loss', 'flat'];

const isBet = ({ side, seconds, stake }: RuledBet): boolean =>
  (side === 'up' || side === 'down') && Number.isSafeInteger(seconds) && seconds > 0 && stake > 0n;

export const BET_RULE_CHECKS = {
  /** It is a bet that can be placed. */
  form: ({ bet }: Acceptance) => isBet(bet),
  /** The price of its market was no older than the limit when it was accepted. */
  age: ({ bet, tick, maxAgeMs }: Acceptance) => bet.acceptedMs - tick.atMs <= maxAgeMs,
};

export const BET_SETTLEMENT_CHECKS = {
  /** It ended in a known way, with exactly the ticks that this way of ending has. */
  form: ({ bet, outcome, entry, exit, cancelMs }: BetEnding) => {
    if (!isBet(bet)) return false;
    if (RESULTS.includes(outcome)) return entry !== null && exit !== null;
    if (exit !== null) return false;
    return outcome === 'void' || (outcome === 'cancelled' && entry === null && cancelMs !== null);
  },
  /** It entered at the first tick after its delay, and not too late. */
  entry: ({ bet, entry }: BetEnding) => entry === null || isFirst(entry, enterMs(bet), bet.voidAfterMs),
  /** It was settled at the first tick after its length, counted from the entry tick, and not too late. */
  exit: (ending: BetEnding) => ending.exit === null || isFirst(ending.exit, exitMs(ending), ending.bet.voidAfterMs),
  /** A cancel counts if the entry tick came no earlier than its lead after it; a late one changes nothing. */
  cancel: ({ bet, outcome, entry, cancelMs }: BetEnding) => {
    if (cancelMs === null) return true;
    const fromMs = cancelMs + bet.cancelLeadMs;
    const isTooLate = entry === null ? fromMs >= enterMs(bet) + bet.voidAfterMs : entry.tick.atMs < fromMs;
    return cancelMs >= bet.acceptedMs && isTooLate === (outcome !== 'cancelled');
  },
  /** A bet that was void or cancelled missed its tick: no tick is where one would have counted. */
  missing: (ending: BetEnding) => {
    const { newest } = ending;
    const { fromMs, toMs } = missingIn(ending);
    if (toMs <= fromMs || newest.tick.atMs < fromMs) return true;
    return newest.tick.atMs >= toMs && isAfter(newest, fromMs);
  },
  /** Sealed prices and side alone decide. */
  outcome: ({ bet, outcome, entry, exit }: BetEnding) =>
    !RESULTS.includes(outcome) ||
    entry === null ||
    exit === null ||
    outcome === resultOf(bet.side, entry.tick.price, exit.tick.price),
  /** Stake and gain, the stake, or nothing: to the last digit. */
  returned: ({ bet, outcome, returned }: BetEnding) => returned === returnedOf(bet, outcome),
};

/** Returns the first instant at which the entry tick may be. */
const enterMs = ({ acceptedMs, entryDelayMs }: RuledBet): number => acceptedMs + entryDelayMs;

/** Returns the first instant at which the exit tick may be. */
const exitMs = ({ bet, entry }: BetEnding): number => (entry?.tick.atMs ?? Number.NaN) + bet.seconds * 1_000;

/** Whether a tick is in time, and the one before it was too early to count. */
const isFirst = (first: FirstTick, fromMs: number, withinMs: number): boolean =>
  first.tick.atMs >= fromMs && first.tick.atMs < fromMs + withinMs && isAfter(first, fromMs);

/** Ticks of a market are numbered from one without a gap. */
const isAfter = ({ tick, before }: FirstTick, fromMs: number): boolean =>
  before === null ? tick.seq === 1 : before.seq === tick.seq - 1 && before.atMs < fromMs;

/** A time in which no tick of the market may be; empty if every tick may be anywhere. */
export type MissingIn = { readonly fromMs: number; readonly toMs: number };

/** Returns the time in which a bet that was void or cancelled had no tick; empty for every other one. */
export function missingIn(ending: BetEnding): MissingIn {
  const { bet, outcome, entry, exit, cancelMs } = ending;
  const fromMs = entry === null ? enterMs(bet) : exitMs(ending);
  if (outcome === 'void' && exit === null) return { fromMs, toMs: fromMs + bet.voidAfterMs };
  const isCancelled = outcome === 'cancelled' && cancelMs !== null;
  return { fromMs, toMs: isCancelled ? cancelMs + bet.cancelLeadMs : fromMs };
}

/** Returns how a bet ends at its two prices. */
export function resultOf(side: string, entry: bigint, exit: bigint): string {
  if (entry === exit) return 'flat';
  return exit > entry === (side === 'up') ? 'profit' : 'loss';
}

/** Returns what an outcome pays back; the gain is rounded down. */
export function returnedOf({ stake, payoutRate }: Pick<RuledBet, 'stake' | 'payoutRate'>, outcome: string): bigint {
  if (outcome === 'loss') return 0n;
  return outcome === 'profit' ? stake + (stake * payoutRate) / ONE : stake;
}
