import { firstIdAt } from '@app/base';
import { transferRule } from '@app/domain/ledger';
import { type Appraise, createCostBook, foldTransfer, type Outcome } from '@app/domain/statement';
import { rateIn, valueAt, WORTH_CURRENCY } from '@app/domain/wallet';
import type { Amount, Price } from '@app/money';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Reader } from '../../platform/db/database.ts';
import { type OwnerTransfer, readOwnerTransfers } from '../ledger/index.ts';
import { type PastPrice, readClosesAt, readMarkets } from '../market/index.ts';

type Fee = { readonly currency: string; readonly amount: Amount };

/** A product's fees by the ref of their transfer: what one user paid of a transfer between two. */
export type FeeSource = {
  readonly kind: string;
  readonly read: (
    db: Reader,
    userId: bigint,
    transfers: readonly Pick<OwnerTransfer, 'ref' | 'changes'>[],
  ) => Promise<ReadonlyMap<string, Fee>>;
};

/** A booked transfer: what it changed, and what that means for the statement. */
export type FoldedTransfer = OwnerTransfer & { readonly fee: Fee | undefined; readonly outcome: Outcome };

export type Span = { readonly fromMs: number; readonly toMs: number };

/** Prices of coins at times, for those who hold them. */
export type PricesAt = (points: readonly CoinPoint[]) => Promise<readonly (PastPrice | undefined)[]>;
type CoinPoint = { readonly currency: string; readonly atMs: number };

/** Creates a reader of past prices of coins, each by its market against USDT. */
export async function openPrices(db: Reader): Promise<PricesAt> {
  const markets = new Map(
    (await readMarkets(db)).flatMap(({ id, base, quote }) => (quote === WORTH_CURRENCY ? [[base, id] as const] : [])),
  );
  return async (points) => {
    const known = points.filter(({ currency }) => markets.has(currency));
    const prices = await readClosesAt(
      db,
      known.map(({ currency, atMs }) => ({ market: markets.get(currency) ?? 0, atMs })),
    );
    const found = new Map(known.map((point, index) => [point, prices[index]]));
    return points.map((point) => found.get(point));
  };
}

export type Folding = {
  readonly tx: Reader;
  readonly recipient: Recipient;
  readonly fees: readonly FeeSource[];
  readonly prices: PricesAt;
  readonly onRead?: ((atMs: number) => void) | undefined;
};

/** A transfer with what is needed to book it. */
export type AppraisedTransfer = OwnerTransfer & { readonly fee: Fee | undefined; readonly appraise: Appraise };

/**
 * Reads a user's transfers of a span, in the order of their ids. All accounts count but bonus, which is not the user's
 * to withdraw.
 */
export async function* readSpan(
  { tx, recipient, fees, prices, onRead }: Folding,
  { fromMs, toMs }: Span,
): AsyncGenerator<AppraisedTransfer> {
  const query = {
    mode: recipient.mode,
    owner: `user:${recipient.userId}`,
    except: ['bonus'],
    from: firstIdAt(fromMs),
    before: firstIdAt(toMs),
  };
  for await (const part of readOwnerTransfers(tx, query)) {
    const feeOf = await readFees(tx, { recipient, fees }, part);
    const priceOf = await readPrices(prices, part, feeOf);
    for (const transfer of part) {
      const appraise: Appraise = (currency, amount) => {
        const price = rateIn((code) => priceOf(code, transfer.atMs), currency);
        return price === undefined ? undefined : valueAt(amount, price);
      };
      yield { ...transfer, fee: feeOf(transfer), appraise };
    }
    onRead?.(part.at(-1)?.atMs ?? fromMs);
  }
}

type FeeOf = (transfer: OwnerTransfer) => Fee | undefined;

async function readFees(
  tx: Reader,
  { recipient, fees }: Pick<Folding, 'recipient' | 'fees'>,
  transfers: readonly OwnerTransfer[],
): Promise<FeeOf> {
  const found = new Map<string, ReadonlyMap<string, Fee>>();
  for (const { kind, read } of fees) {
    const its = transfers.filter((it) => it.kind === kind);
    if (its.length > 0) found.set(kind, await read(tx, recipient.userId, its));
  }
  return ({ kind, ref }) => found.get(kind)?.get(ref);
}

const MINUTE_MS = 60_000;
const minuteOf = (atMs: number) => atMs - (atMs % MINUTE_MS);

/** Reads the prices that a part needs: of coins that were not traded for USDT, and of fees in other coins. */
async function readPrices(
  prices: PricesAt,
  transfers: readonly OwnerTransfer[],
  feeOf: FeeOf,
): Promise<(currency: string, atMs: number) => Price | undefined> {
  const wanted = new Map<string, CoinPoint>();
  const want = (currency: string, atMs: number) =>
    wanted.set(`${currency} ${minuteOf(atMs)}`, { currency, atMs: minuteOf(atMs) });
  for (const transfer of transfers) {
    const coins = [...transfer.changes.keys()].filter((currency) => currency !== WORTH_CURRENCY);
    const isTrade = transferRule(transfer.kind)?.flow === 'none';
    const isForCash = isTrade && coins.length === 1 && transfer.changes.has(WORTH_CURRENCY);
    if (!isForCash) for (const currency of coins) want(currency, transfer.atMs);
    const fee = feeOf(transfer);
    if (fee !== undefined && fee.currency !== WORTH_CURRENCY) want(fee.currency, transfer.atMs);
  }
  const found = await prices([...wanted.values()]);
  const known = new Map([...wanted.keys()].map((key, index) => [key, found[index]?.price]));
  return (currency, atMs) => known.get(`${currency} ${minuteOf(atMs)}`);
}

/**
 * Books a user's whole history and yields the transfers of a span, with the costs of what they sold. For exports: its
 * cost grows with the history, so only the worker does it.
 */
export async function* walkAccount(folding: Folding, { fromMs, toMs }: Span): AsyncGenerator<FoldedTransfer> {
  const book = createCostBook(new Map());
  for await (const { appraise, ...transfer } of readSpan(folding, { fromMs: FIRST_MS, toMs })) {
    const outcome = foldTransfer(book, transfer, appraise);
    if (transfer.atMs >= fromMs) yield { ...transfer, outcome };
  }
}

/** Before every id. */
const FIRST_MS = Date.UTC(2025, 0, 1);
