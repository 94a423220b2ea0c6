import type { Amount, Price } from '@app/money';
import { describe, expect, it } from 'vitest';
import { graduationsOf } from '../price/count-links.ts';
import { commandFor, EVIDENCE, evidenceText, resultOf } from '../price/evidence.ts';
import type { PriceProof, Verdict } from '../price/judge-price.ts';
import { originOf, venuesOf } from '../price/read-leaf.ts';
import { addressOf, readAddress, readTickNumber, receiptAddress } from './read-address.ts';

const read = (search: string) => readAddress(new URLSearchParams(search));
const wrong = (findings: Extract<Verdict, { kind: 'wrong' }>['findings']): Verdict => ({ kind: 'wrong', findings });

describe('the address', () => {
  it('given a market, a number or neither, then it selects what to check', () => {
    expect(read('')).toEqual({ kind: 'nothing' });
    expect(read('symbol=BTC/USDT')).toEqual({ kind: 'newest', symbol: 'BTC/USDT' });
    expect(read('symbol=BTC/USDT&seq=12')).toEqual({ kind: 'tick', symbol: 'BTC/USDT', seq: 12 });
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '9999999999999999'])(
    'given %s for a number, then it does not fall back to the newest',
    (seq) => expect(read(`symbol=BTC/USDT&seq=${seq}`)).toEqual({ kind: 'unreadable', symbol: 'BTC/USDT' }),
  );

  it('given a number as displayed, when it is pasted, then it is parsed', () => {
    expect(readTickNumber('#88,412,007')).toBe(88_412_007);
  });

  it('given a trade number, then its receipt is checked; given an invalid one, then it is not read as a price', () => {
    expect(read('id=248012128772947968')).toEqual({ kind: 'receipt', id: '248012128772947968' });
    expect(read(receiptAddress('7').split('?')[1] ?? '')).toEqual({ kind: 'receipt', id: '7' });
    for (const id of ['', '0', '-1', 'abc', '9223372036854775808'])
      expect(read(`id=${id}&symbol=BTC/USDT`)).toEqual({ kind: 'unreadable_receipt' });
  });

  it('law: a built address parses back to its inputs', () => {
    expect(read(addressOf('BTC/USDT', 7).split('?')[1] ?? '')).toEqual({ kind: 'tick', symbol: 'BTC/USDT', seq: 7 });
  });
});

const published = { number: 9, hash: 'cd', at: 1 };
const found = {
  proof: { price: 77_146_370_000_000_000_000_000n as Price, volume: 0n as Amount, seq: 3 } as PriceProof,
  listedHeads: [published],
  listedKeys: [],
  kept: { heads: [{ ...published, hash: 'ab', keptAt: 1 }], keys: [] },
};

describe('the evidence', () => {
  it('given a finding, then the piece it concerns fails and the others hold', () => {
    expect(EVIDENCE.filter((it) => resultOf(it, wrong(['median'])) === 'fails')).toEqual(['leaf']);
    expect(EVIDENCE.filter((it) => resultOf(it, wrong(['signature', 'chain'])) === 'fails')).toEqual(['header', 'key']);
  });

  it('given no head yet, then only the head is open', () => {
    expect(EVIDENCE.map((it) => resultOf(it, { kind: 'sealed', isHeadDue: false }))).toEqual([
      ...['holds', 'holds', 'holds', 'holds', 'open'],
    ]);
  });

  it('given a history that differs from the stored one, then head or key fails though no check did', () => {
    const rewritten = (kind: 'head' | 'key_gone'): Verdict => ({
      kind: 'rewritten',
      contradictions: [{ kind, block: 1 }],
      findings: [],
    });
    expect(EVIDENCE.filter((it) => resultOf(it, rewritten('head')) === 'fails')).toEqual(['head']);
    expect(EVIDENCE.filter((it) => resultOf(it, rewritten('key_gone')) === 'fails')).toEqual(['key']);
  });

  it('given a proof, when it is copied, then amounts are written as the server writes them', () => {
    expect(JSON.parse(evidenceText({ ...found, verdict: wrong(['told']) }))).toEqual({
      price: '77146.37',
      volume: '0',
      seq: 3,
    });
  });

  it('given a history that differs from the stored one, when it is copied, then both sides are in it', () => {
    const verdict: Verdict = { kind: 'rewritten', contradictions: [], findings: [] };
    expect(JSON.parse(evidenceText({ ...found, verdict }))).toMatchObject({
      seq: 3,
      kept: { heads: [{ hash: 'ab' }] },
      listed: { heads: [{ hash: 'cd' }] },
    });
  });

  it('given a stored head, then the command names it', () => {
    const head = { number: 9, hash: 'ab', at: 1, keptAt: 1 };
    const query = { symbol: 'BTC/USDT', market: 1, seq: 5 };
    const verdict: Verdict = { kind: 'correct', head, keptHead: head };
    expect(commandFor('https://x.example', query, verdict)).toBe(
      'npm run verify -- https://x.example BTC/USDT 5 --head 9:ab',
    );
  });
});

describe('the drawing', () => {
  it('law: a chain with a broken link is never drawn complete', () => {
    for (const all of [1, 19, 61, 300, 5_000])
      expect(graduationsOf({ matching: all - 1, all }).on).toBeLessThan(graduationsOf({ matching: all, all }).on);
  });

  it('given venues, then the median one, the lower of two, is marked', () => {
    const tick = (...prices: bigint[]) => ({
      market: 1,
      seq: 1,
      atMs: 1,
      price: 1n,
      volume: 0n,
      sources: prices.map((price, index) => ({ source: index + 11, price, ageMs: 1 })),
    });
    const middle = (...prices: bigint[]) => venuesOf(tick(...prices)).find(({ isMiddle }) => isMiddle)?.price;
    expect(middle(3n, 1n, 2n)).toBe(2n);
    expect(middle(4n, 1n)).toBe(1n);
    expect(venuesOf(tick(3n, 1n, 2n)).map(({ name }) => name)).toEqual(['binance', undefined, 'kraken']);
  });

  it('given one simulated or local venue among real ones, then the price is marked as such', () => {
    const tickOf = (...sources: number[]) => ({
      market: 1,
      seq: 1,
      atMs: 1,
      price: 1n,
      volume: 0n,
      sources: sources.map((source) => ({ source, price: 1n, ageMs: 0 })),
    });
    const origins = [tickOf(11, 12), tickOf(11, 21), tickOf(12, 1), tickOf(21, 1), tickOf(99)].map(originOf);
    expect(origins).toEqual(['venues', 'local', 'simulated', 'simulated', 'venues']);
  });
});
