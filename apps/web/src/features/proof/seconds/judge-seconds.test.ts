import type { Price } from '@app/money';
import { type IssuedBet, type SecondsAnswer, toHex } from '@app/verifier';
import {
  BET_LIES,
  BET_TERMS,
  betIn,
  CONTRACT_MARKETS,
  type ForgedBet,
  type House,
  makeHouse,
  STRICT_TERMS,
  sealBet,
  settleBetIn,
  showBet,
  type WantedBet,
  type WantedSettlement,
} from '@app/verifier/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOTHING_KEPT } from '../check/kept-history.ts';
import { answerOf, START } from '../check/sample-house.ts';
import type { ReceiptAnswer } from '../receipt/judge-receipt.ts';
import { judgeSeconds, type SecondsCase, type SecondsVerdict } from './judge-seconds.ts';
import { piecesOf, resultOf } from './seconds-pieces.ts';

const random = (end: number) => Math.floor(end / 3);
const LATER = START + 3_600_000;
let house: House;
beforeAll(async () => {
  house = await makeHouse(random);
});

/** Builds what the page sees: the answer as decoded, and the public lists of an honest platform. */
function caseOf(text: SecondsAnswer, asked: ForgedBet['asked'] = {}, from: House = house): SecondsCase {
  const shown = (proof: SecondsAnswer['proof']) => ({
    ...answerOf(proof),
    heads: proof.heads.map((it) => ({ ...it, at: START })),
  });
  const answer = { ...text, proof: shown(text.proof), others: text.others.map(shown) } as unknown as ReceiptAnswer;
  const { body } = text;
  const id = 'settlement' in body ? body.settlement.id : body.bet.id;
  const markets = { [body.bet.symbol]: { id: body.bet.market, category: 'crypto' } };
  return {
    query: { id: asked.id ?? id, markets: asked.markets ?? markets },
    answer,
    listedTerms: [...(text.settings ? [{ ...text.settings, from: START }] : [])],
    listedFreshness: [...(text.freshness ? [{ ...text.freshness, from: START }] : [])],
    listedHeads: from.heads.map(({ number, hash }) => ({ number, hash: toHex(hash), at: START })),
    listedKeys: answer.proof.keys,
  };
}

async function sealed(receipt: IssuedBet, earlier: readonly IssuedBet[] = []): Promise<SecondsCase> {
  const own = await sealBet(house, receipt);
  return caseOf(await showBet(own, receipt, earlier), { id: receipt.id, markets: CONTRACT_MARKETS }, own);
}

async function settled(wanted: WantedSettlement = {}, bet: WantedBet = {}): Promise<SecondsCase> {
  const accepted = betIn(house, bet);
  return sealed(await settleBetIn(house, accepted, wanted), [accepted]);
}

/** The parts of a receipt that are shown as failing, or as open. */
const shownAs = (result: 'fails' | 'open', verdict: SecondsVerdict) =>
  verdict.judged === undefined
    ? ['receipt']
    : piecesOf(verdict.judged.receipt).filter((it) => resultOf(it, verdict) === result);

describe('the verdict on a bet', () => {
  const honest = [
    { title: 'an acceptance', make: () => sealed(betIn(house)), prices: 1 },
    { title: 'a result', make: () => settled(), prices: 4 },
    { title: 'a cancelled bet', make: () => settled({ cancelAfterMs: 0 }), prices: 2 },
    { title: 'a void bet', make: () => settled({}, { terms: STRICT_TERMS, afterMs: 950 }), prices: 2 },
  ];
  it.each(honest)(
    'given $title of an honest platform, then every part and price is correct',
    async ({ make, prices }) => {
      const verdict = await judgeSeconds(await make(), NOTHING_KEPT, LATER);
      expect(verdict).toMatchObject({ kind: 'correct', findings: [] });
      expect(verdict.judged?.prices.map(({ verdict: price }) => price.kind)).toEqual(Array(prices).fill('correct'));
      expect([shownAs('fails', verdict), shownAs('open', verdict)]).toEqual([[], []]);
    },
  );

  it('given another price for one of its ticks than the sealed one, then that part fails', async () => {
    const seen = await settled();
    const [first, ...others] = seen.answer.others;
    const changed = first === undefined ? [] : [{ ...first, price: 1n as Price }, ...others];
    const verdict = await judgeSeconds({ ...seen, answer: { ...seen.answer, others: changed } }, NOTHING_KEPT, LATER);
    expect([verdict.kind, shownAs('fails', verdict)]).toEqual(['wrong', ['ticks']]);
  });

  // What a reader kept is compared by the history of the prices, which other tests cover.
  it.each(BET_LIES.filter(({ foundBy }) => !foundBy.includes('kept')))(
    'given $name, then it is wrong by "$foundBy", and a part of it is shown as failing',
    async ({ forge, foundBy }) => {
      const { text, asked } = await forge(house, random);
      const verdict = await judgeSeconds({ ...caseOf(text, asked), listedHeads: [] }, NOTHING_KEPT, START);
      const [part, name] = foundBy.split(' ');
      expect(verdict.kind).toBe('wrong');
      expect(verdict.findings).toEqual([part === 'receipt' ? name : `${part}.${name}`]);
      // Its prices fail too, because no head is listed: what is shown must follow from the finding alone.
      const judged = verdict.judged && { ...verdict.judged, prices: [] };
      expect(shownAs('fails', { ...verdict, judged })).not.toEqual([]);
    },
  );

  it('given one that no block has sealed, then it is awaited for a minute, and wrong after that', async () => {
    const receipt = betIn(house);
    const seen = caseOf(await showBet(house, receipt), { id: receipt.id, markets: CONTRACT_MARKETS });
    const { at } = receipt.body.bet;
    const early = await judgeSeconds(seen, NOTHING_KEPT, at + 60_000);
    expect(early).toMatchObject({ kind: 'awaited', findings: [] });
    expect([shownAs('fails', early), shownAs('open', early)]).toEqual([[], ['seal']]);
    const late = await judgeSeconds(seen, NOTHING_KEPT, at + 60_001);
    expect(late).toMatchObject({ kind: 'wrong', findings: ['unsealed'] });
    expect(shownAs('fails', late)).toEqual(['seal']);
  });

  it('given a response that cannot be read, or terms that are listed otherwise, then it is wrong', async () => {
    const seen = await settled();
    const unreadable = { ...seen, answer: { ...seen.answer, body: {} } };
    expect(await judgeSeconds(unreadable, NOTHING_KEPT, LATER)).toMatchObject({ findings: ['unreadable'] });
    const otherwise = [
      { listedTerms: [{ ...BET_TERMS, value: { ...BET_TERMS.value, entry_delay_ms: 0 }, from: START }] },
      { listedTerms: [] },
      { answer: { ...seen.answer, settings: null } },
    ];
    for (const lists of otherwise)
      expect(await judgeSeconds({ ...seen, ...lists }, NOTHING_KEPT, LATER)).toMatchObject({ findings: ['published'] });
  });
});
