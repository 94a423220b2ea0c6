import type { Mode } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import type { BetSide, BetState, BetTick, RefundedBet, SettledBet } from '@app/domain/seconds';
import type { Amount } from '@app/money';
import type { Shard } from '../../../engine/product.ts';
import type { PushNumbers } from '../../../engine/push-numbers.ts';
import type { Receipt } from '../../proof/index.ts';
import type { BetEnd, EntryTick, StoredBet } from '../bet-row.ts';
import type { ReceiptChain, ReceiptTick } from '../receipts.ts';
import type { DueTimes } from './due-times.ts';

/** Index price from a sealed block, with the market's tick before it. */
export type IndexTick = BetTick & EntryTick;

/** A bet in the engine's memory. */
export type OpenBet = Pick<StoredBet, 'id' | 'userId' | 'acceptedSeq' | 'receiptHash'> & {
  readonly at: SecondsMarketState;
  bet: StoredBet['bet'];
  state: BetState;
  entry: EntryTick | undefined;
  end: BetEnd | undefined;
  /** Whether its end is decided and not written yet, because its user's account is locked elsewhere. */
  isDecided: boolean;
};

/** How a bet ends, and the tick at which that was decided. */
export type DecidedBet = {
  readonly bet: OpenBet;
  readonly end: SettledBet | RefundedBet;
  readonly tick: IndexTick;
};

/** Everything that one tick does to the bets of a market; it is decided in chunks. */
type Run = {
  readonly tick: IndexTick;
  /** What is left to do. In place: copying thousands for every part would be most of its garbage. */
  readonly bets: OpenBet[];
};

export type SecondsMarketState = {
  market: Market;
  /** Newest tick that was taken, and whether it may decide bets or not: the next one names it as the tick before. */
  last: ReceiptTick | undefined;
  /** Newest tick that may decide bets. */
  newest: IndexTick | undefined;
  run: Run | undefined;
  /** Ticks that wait until the run is done. */
  readonly waiting: IndexTick[];
  /** Bets that a tick has ended and whose accounts are locked elsewhere. Later ticks do not wait for them. */
  readonly late: DecidedBet[];
  /** The same of bets that have ended without a tick. */
  readonly overdue: DecidedBet[];
  /** Open bets by when their next tick is due, and by when they end without it. */
  readonly ticksDue: DueTimes<OpenBet>;
  readonly expiries: DueTimes<OpenBet>;
  /** Stakes of open bets. */
  readonly stakes: Record<BetSide, Amount>;
  /** Bets accepted since the last part of the run that goes on. */
  acceptedSincePart: number;
  /** Settlements of the market. */
  chain: ReceiptChain;
};

export type SecondsState = {
  readonly shard: Shard;
  readonly mode: Mode;
  /** Most bets that one batch takes from a run, unless more are accepted meanwhile. */
  readonly chunk: number;
  readonly markets: Map<number, SecondsMarketState>;
  /** Bets that have not ended. */
  readonly bets: Map<bigint, OpenBet>;
  /** Gains of all of them, as if every one were right. */
  gains: Amount;
  /** Id of the currency of stakes. */
  readonly currencyId: bigint;
  readonly pushNumbers: PushNumbers;
  /** Last sealed block that arrived: every tick before its time is known. */
  newest: { readonly block: number; readonly atMs: number };
  /** When the demo platform's funds were last looked at. */
  fundedMs: number;
};

export type SettlementRow = {
  readonly bet: OpenBet;
  readonly end: BetEnd;
  readonly exit: IndexTick | undefined;
  readonly day: string;
  readonly chain: ReceiptChain & { readonly hash: string };
};

/** Rows written by one command. Bets are live objects: a batch writes each once, in its final state. */
export type SecondsRows = {
  readonly placed: readonly { readonly bet: OpenBet; readonly key: string }[];
  readonly changed: readonly OpenBet[];
  readonly settlements: readonly SettlementRow[];
  readonly receipts: readonly Receipt[];
};
