import { listPriceHeads, listPriceKeys, listQuotes, provePrice } from '@app/protocol/market';
import { blockHash, readProof, toHex } from '@app/verifier';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { CallRefused } from '../../../shared/call-refused.ts';
import { storage } from '../../../shared/storage.ts';
import { countLinks, type Links } from '../model/count-links.ts';
import { type Asked, type Case, judgePrice, toldBy, type Verdict } from '../model/judge-price.ts';
import { type KeptHistory, keepMore, readKeptHistory } from '../model/kept-history.ts';
import { canCheck } from './can-check.ts';

export type PriceCheck = Case & {
  readonly verdict: Verdict;
  readonly links: Links;
  readonly blockHash: string;
  /** What was kept before this check, which is what it was checked against. */
  readonly kept: KeptHistory;
  readonly tookMs: number;
};

/** This browser cannot recompute anything, whatever the evidence. */
export class CannotCheck extends Error {}

const STORED_AS = 'price_history';
const HEADS_ASKED = 100;
/** A head comes every minute; looking often shows it soon after. */
const LOOK_AGAIN_MS = 5_000;
/** Where one was published and the evidence stops before it, waiting is not likely to help. */
const LOOK_SELDOM_MS = 60_000;

export const priceCheckQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['proof', 'tick', asked.market, asked.seq],
    queryFn: ({ signal }) => checkPrice(asked, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => {
      if (data?.verdict.kind !== 'sealed') return false;
      return data.verdict.isHeadDue ? LOOK_SELDOM_MS : LOOK_AGAIN_MS;
    },
    retry: (failures, error) => !(error instanceof CannotCheck || error instanceof CallRefused) && failures < 1,
  });

async function checkPrice(asked: Asked, signal: AbortSignal): Promise<PriceCheck> {
  if (!(await canCheck())) throw new CannotCheck();
  const seen = await fetchCase(asked, signal);
  const kept = readKeptHistory(storage.read(STORED_AS));
  const startedAt = performance.now();
  const verdict = await judgePrice(seen, kept, Date.now());
  const tookMs = performance.now() - startedAt;
  const proof = readProof(seen.proof, asked);
  const hash = await blockHash(proof.header).then(toHex, () => '');
  if (verdict.kind === 'correct' || verdict.kind === 'sealed') keepWhatWasTold(seen);
  return { ...seen, verdict, links: await countLinks(proof), blockHash: hash, kept, tookMs };
}

/** The lists come first: a head that is in them is one that the proof, asked for later, could have led to. */
async function fetchCase(asked: Asked, signal: AbortSignal): Promise<Case> {
  const [heads, keys] = await Promise.all([
    call(listPriceHeads, { limit: HEADS_ASKED }, { signal }),
    call(listPriceKeys, {}, { signal }),
  ]);
  const proof = await call(provePrice, { symbol: asked.symbol, seq: asked.seq }, { signal });
  return { asked, proof, listedHeads: heads.list, listedKeys: keys.list };
}

/** Read again, because another tab may have kept something meanwhile. Of a lie nothing is kept. */
function keepWhatWasTold(seen: Case): void {
  storage.write(STORED_AS, keepMore(readKeptHistory(storage.read(STORED_AS)), toldBy(seen), Date.now()));
}

/** Asked for anew each time: the newest is only the newest now. */
export const newestTickQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['proof', 'newest', symbol],
    queryFn: async ({ signal }) => {
      const { list } = await call(listQuotes, {}, { signal });
      return list.find((quote) => quote.symbol === symbol)?.tick ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
