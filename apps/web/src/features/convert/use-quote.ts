import type { Output } from '@app/protocol';
import { quoteConversion } from '@app/protocol/convert';
import { listCoins } from '@app/protocol/reference';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Balance } from '../../data/account/balances.ts';
import { call } from '../../data/call/call.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { useSessionScope } from '../../data/session/session.ts';
import { useConnection } from '../../data/socket/connection.ts';
import { isSame, quoteOf, type Wanted } from './convert-form.ts';

export type Quote = Output<typeof quoteConversion>;

/** Ids of the coins by code, as the server's calls need them. */
export const coinIdsQuery = queryOptions({
  queryKey: ['convert', 'coins'],
  queryFn: async ({ signal }) =>
    new Map((await call(listCoins, {}, { signal })).list.map(({ id, name }) => [name, BigInt(id)] as const)),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Typing pauses this long before a rate is requested. */
const TYPING_MS = 350;
/** So many rates are fetched in a row while nobody does anything; then the user asks for the next. */
const ROUNDS_MAX = 12;

export type QuoteLife = {
  /** Undefined while none is known for what is typed. */
  readonly quote: Quote | undefined;
  /** What the quote before this one of the same conversion paid, if there was one. */
  readonly before: Quote | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  /** Rates are no longer fetched by themselves. */
  readonly isResting: boolean;
  /** Fetches the next rate. */
  readonly renew: () => void;
};

/** A conversion that was sent: the quote, and the balances it was reviewed with. */
export type Sent = {
  readonly quote: Quote;
  readonly before: Quote | undefined;
  readonly list: readonly Balance[];
};

/**
 * Keeps a locked rate for what is typed. When it expires, the next one is fetched and shown as a new one; while `isHeld`,
 * as during the review, only the user fetches it.
 */
export function useConversionQuote(
  wanted: Wanted | undefined,
  ids: ReadonlyMap<string, bigint>,
  isHeld: boolean,
): QuoteLife {
  const scope = useSessionScope();
  const isOnline = useConnection((connection) => connection.isOnline);
  const settled = useSettled(wanted);
  const name = settled && `${settled.account} ${settled.from} ${settled.to} ${settled.amount}`;
  const [round, setRound] = useState({ name, count: 0 });
  const count = round.name === name ? round.count : 0;
  const isAsked = isSame(settled, wanted);
  const { data, isPlaceholderData, ...asked } = useQuery({
    queryKey: ['convert', 'quote', scope, name, count],
    queryFn: ({ signal }) => {
      if (settled === undefined) throw new Error('nothing to quote');
      const { account, from, to, amount } = settled;
      return call(
        quoteConversion,
        { account, from_currency_id: ids.get(from) ?? 0n, to_currency_id: ids.get(to) ?? 0n, number: amount },
        { signal },
      );
    },
    enabled: settled !== undefined && isOnline && ids.size > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const error = isAsked ? asked.error : null;
  const isFetching = asked.isFetching || !isAsked;
  const quote = error === null ? quoteOf(data, settled, wanted) : undefined;
  const before = usePrevious(quote, name);
  const renew = () => setRound({ name, count: count + 1 });
  const isResting = count >= ROUNDS_MAX;
  const isLive = quote !== undefined && !isPlaceholderData;
  useEffect(() => {
    if (!isLive || isHeld || isResting || quote === undefined) return;
    const timer = setTimeout(() => setRound({ name, count: count + 1 }), Math.max(0, quote.expires - serverNow()));
    return () => clearTimeout(timer);
  }, [isLive, isHeld, isResting, quote, name, count]);
  return { quote, before, error, isFetching, isResting, renew };
}

/** Returns what is typed once it has not changed for a moment. */
function useSettled(wanted: Wanted | undefined): Wanted | undefined {
  const [settled, setSettled] = useState(wanted);
  const text = JSON.stringify(wanted, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether what is wanted has changed.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), wanted === undefined ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return wanted === undefined ? undefined : settled;
}

/** Returns the quote before the current one, of the same conversion. */
function usePrevious(quote: Quote | undefined, name: string | undefined): Quote | undefined {
  const [seen, setSeen] = useState<{ name: string | undefined; now: Quote | undefined; before: Quote | undefined }>({
    name,
    now: undefined,
    before: undefined,
  });
  if (quote !== undefined && quote.quote_id !== seen.now?.quote_id) {
    const next = { name, now: quote, before: seen.name === name ? seen.now : undefined };
    setSeen(next);
    return next.before;
  }
  return seen.name === name ? seen.before : undefined;
}
