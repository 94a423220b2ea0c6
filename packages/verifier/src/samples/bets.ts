import {
  type BetSettlementText,
  type BetText,
  type IssuedBet,
  type NamedTickText,
  resultOf,
  returnedOf,
  type SecondsAnswer,
  type SecondsTermsText,
  toHex,
} from '../index.ts';
import { receiptHash } from '../receipt-bytes.ts';
import { decimal, units } from '../units.ts';
import { blockTime, type House, idAt, reseal, SYMBOL, TRADED, withReceipts } from './house.ts';
import { placeIn, sealedIn, showTickProof } from './show-receipt.ts';
import { headerText } from './texts.ts';

type Terms = { readonly version: number; readonly value: SecondsTermsText };

const termsOf = (version: number, voidAfterMs: number): Terms => ({
  version,
  value: {
    payouts: [
      { seconds: 10, rate: '0.8' },
      { seconds: 11, rate: '0.82' },
      { seconds: 30, rate: '0.85' },
    ],
    entry_delay_ms: 1_000,
    cancel_lead_ms: 1_000,
    void_after_ms: voidAfterMs,
  },
});
/** Terms that the sample's platform published. Ticks are two seconds apart: by the strict ones a bet may be void. */
export const BET_TERMS = termsOf(4, 3_000);
export const STRICT_TERMS = termsOf(5, 1_000);
/** The limit to the age of a price that it published. */
const BET_FRESHNESS = { version: 3, value: 5_000 };

/** The block at whose tick the sample's bets are accepted. */
export const BET_BLOCK = 60;

export type PlacedBet = IssuedBet & { readonly body: BetText };
export type SettledReceipt = IssuedBet & { readonly body: BetSettlementText };

/** What the platform of the sample accepts a bet with; a liar changes it. */
export type WantedBet = {
  readonly book?: string;
  readonly market?: number;
  readonly symbol?: string;
  readonly block?: number;
  readonly side?: string;
  readonly seconds?: number;
  readonly stake?: string;
  readonly terms?: Terms;
  readonly rate?: string;
  /** Time of its acceptance after its block, in milliseconds. */
  readonly afterMs?: number;
  readonly n?: number;
};

/** Issues the receipt of an accepted bet. */
export function betIn(house: House, wanted: WantedBet = {}): PlacedBet {
  const { book = 'real', market = TRADED, symbol = SYMBOL, block = BET_BLOCK, afterMs = 200, n = 0 } = wanted;
  const { side = 'up', seconds = 30, stake = '25.5', terms = BET_TERMS } = wanted;
  const at = blockTime(block) + afterMs;
  const id = idAt(at, n);
  const { payouts, ...times } = terms.value;
  const published = payouts.find((it) => it.seconds === seconds)?.rate ?? '0.8';
  const body: BetText = {
    rule: 'seconds-bet',
    version: 1,
    book,
    bet: { id, market, symbol, side, seconds, stake, currency: 'USDT', at },
    terms: { version: terms.version, payout_rate: wanted.rate ?? published, ...times },
    freshness: { version: BET_FRESHNESS.version, max_age_ms: BET_FRESHNESS.value },
    tick: namedAt(house, market, block),
  };
  return { id, kind: 'seconds.bet', body };
}

const ticksOf = ({ drafts }: Pick<House, 'drafts'>, market: number) =>
  drafts.flatMap(({ ticks }, index) =>
    ticks.filter((tick) => tick.market === market).map((tick) => ({ ...tick, block: index + 1 })),
  );

const named = ({ market, seq, price, block }: ReturnType<typeof ticksOf>[number]): NamedTickText => ({
  market,
  seq,
  price: decimal(price),
  block,
});

function namedAt(house: House, market: number, block: number): NamedTickText {
  const tick = ticksOf(house, market).find((it) => it.block === block);
  if (tick === undefined) throw new Error(`block ${block} has no tick of market ${market}`);
  return named(tick);
}

export type WantedSettlement = {
  /** Time of the cancel after acceptance, in milliseconds. */
  readonly cancelAfterMs?: number;
  /** Blocks of its ticks; the honest ones unless given. */
  readonly entryBlock?: number;
  readonly exitBlock?: number;
  /** How it ends, whatever its ticks are. */
  readonly ends?: 'entry' | 'exit' | 'settled';
  /** Whether a later tick shows that one was missing; else the blocks do. */
  readonly isLate?: boolean;
  /** Block of the newest tick. */
  readonly tickBlock?: number;
  readonly outcome?: (honest: string) => string;
  readonly returned?: (honest: bigint) => bigint;
  readonly chain?: BetSettlementText['chain'];
  /** Time of the decision after what decided it, in milliseconds. */
  readonly afterMs?: number;
  readonly n?: number;
};

/** Issues the receipt of the end of a bet. */
export async function settleBetIn(
  house: House,
  accepted: PlacedBet,
  wanted: WantedSettlement = {},
): Promise<SettledReceipt> {
  const { bet, terms, book } = accepted.body;
  const ticks = ticksOf(house, bet.market);
  const at = (block: number | undefined, fromMs: number) =>
    ticks.find((it) => (block === undefined ? it.atMs >= fromMs : it.block === block)) ?? fail();
  const first = (tick: (typeof ticks)[number]) => {
    const before = ticks.find(({ seq }) => seq === tick.seq - 1);
    return { before: before === undefined ? null : named(before), tick: named(tick) };
  };
  const cancelMs = wanted.cancelAfterMs === undefined ? null : bet.at + wanted.cancelAfterMs;
  const cancelledMs = cancelMs === null ? Number.POSITIVE_INFINITY : cancelMs + terms.cancel_lead_ms;
  const enterMs = bet.at + terms.entry_delay_ms;
  const entry = at(wanted.entryBlock, enterMs);
  const endMs = Math.min(cancelledMs, enterMs + terms.void_after_ms);
  const isEntered = wanted.ends === undefined ? entry.atMs < endMs : wanted.ends !== 'entry';
  const exitMs = entry.atMs + bet.seconds * 1_000;
  const exit = isEntered ? at(wanted.exitBlock, exitMs) : entry;
  const isSettled =
    isEntered && (wanted.ends === undefined ? exit.atMs < exitMs + terms.void_after_ms : wanted.ends === 'settled');
  const isCancelled = !isEntered && cancelledMs < enterMs + terms.void_after_ms;
  const unsettled = isCancelled ? 'cancelled' : 'void';
  const honest = isSettled ? resultOf(bet.side, entry.price, exit.price) : unsettled;
  const outcome = wanted.outcome?.(honest) ?? honest;
  const dueMs = isEntered ? exitMs : enterMs;
  const quiet = ticks.findLast((it) => it.atMs < dueMs) ?? fail();
  const decided = isSettled || wanted.isLate ? exit : quiet;
  const tick = wanted.tickBlock === undefined ? decided : at(wanted.tickBlock, 0);
  const missingMs = isCancelled ? endMs : dueMs + terms.void_after_ms;
  const decidedMs = Math.max(blockTime(tick.block), isSettled ? 0 : missingMs) + (wanted.afterMs ?? 300);
  const paid = returnedOf({ stake: units(bet.stake), payoutRate: units(terms.payout_rate) }, outcome);
  const id = idAt(decidedMs, wanted.n);
  const body: BetSettlementText = {
    rule: 'seconds-settlement',
    version: 1,
    book,
    settlement: {
      id,
      outcome,
      returned: decimal(wanted.returned?.(paid) ?? paid),
      day: new Date(decidedMs).toISOString().slice(0, 10),
      at: decidedMs,
    },
    bet,
    terms,
    accepted: await receiptHash(accepted),
    cancel_ms: cancelMs,
    entry: isEntered ? first(entry) : null,
    exit: isSettled ? first(exit) : null,
    tick: named(tick),
    before: isSettled ? null : first(tick).before,
    chain: wanted.chain ?? { place: 1, previous: null },
  };
  return { id, kind: 'seconds.settlement', body };
}

const fail = (): never => {
  throw new Error('the history is shorter');
};

const timeOf = ({ body }: IssuedBet): number => ('settlement' in body ? body.settlement.at : body.bet.at);

/** Seals a receipt into the first block after it, or another one, and the whole chain after it. */
export function sealBet(
  house: House,
  receipt: IssuedBet,
  number = Math.max(
    house.drafts.findIndex(({ atMs }) => atMs > timeOf(receipt)),
    receipt.body.tick.block,
  ) + 1,
): Promise<House> {
  return reseal(house, withReceipts(house.drafts, number, [receipt]));
}

/** Returns what the API answers about the receipt of a bet. */
export async function showBet(
  house: House,
  receipt: IssuedBet,
  earlier: readonly IssuedBet[] = [],
): Promise<SecondsAnswer> {
  const { kind, body } = receipt;
  const others = othersOf(body);
  const start = Math.min(body.tick.block, ...others.map(({ block }) => block));
  const last = sealedIn(house, receipt);
  const isMissing = 'settlement' in body && body.exit === null;
  return {
    kind,
    body,
    settings: [BET_TERMS, STRICT_TERMS].find(({ version }) => version === body.terms.version) ?? null,
    freshness: 'freshness' in body && body.freshness.version === BET_FRESHNESS.version ? BET_FRESHNESS : null,
    proof: await showTickProof(house, body.tick, receipt),
    others: await Promise.all(others.map((tick) => showTickProof(house, tick, receipt))),
    seal:
      last === undefined
        ? null
        : {
            inventory: null,
            blocks: house.blocks.slice(start, last).map((block) => ({
              ...headerText(block),
              body: isMissing && block.number > body.tick.block ? toHex(block.body) : null,
            })),
            signature: toHex(house.blocks[last - 1]?.signature ?? new Uint8Array(0)),
            place: await placeIn(house, receipt, last),
            before: null,
          },
    earlier,
  };
}

/** Returns the ticks that a receipt names besides its own. */
function othersOf(body: IssuedBet['body']): readonly NamedTickText[] {
  if (!('settlement' in body)) return [];
  const { entry, exit, tick, before } = body;
  const all = [entry?.before, entry?.tick, exit?.before, before];
  const others = all.filter((it) => it !== null && it !== undefined).filter(({ seq }) => seq !== tick.seq);
  return others.filter((it, at) => others.findIndex(({ seq }) => seq === it.seq) === at);
}
