import type { Price } from '@app/money';
import { type ContractAnswer, type IssuedContract, toHex } from '@app/verifier';
import {
  CONTRACT_CLASSES,
  CONTRACT_LIES,
  CONTRACT_MARKETS,
  CONTRACT_TERMS,
  type ForgedContract,
  type House,
  makeHouse,
  nightIn,
  openIn,
  sealContract,
  settleIn,
  showContract,
} from '@app/verifier/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOTHING_KEPT } from '../check/kept-history.ts';
import { answerOf, START } from '../check/sample-house.ts';
import type { ReceiptAnswer } from '../receipt/judge-receipt.ts';
import { PIECES, resultOf } from './contract-pieces.ts';
import { type ContractCase, type ContractVerdict, judgeContract } from './judge-contract.ts';

const random = (end: number) => Math.floor(end / 3);
const LATER = START + 3_600_000;
let house: House;
beforeAll(async () => {
  house = await makeHouse(random);
});

/** Builds what the page sees: the answer as decoded, and the public lists of an honest platform. */
function caseOf(text: ContractAnswer, asked: ForgedContract['asked'] = {}, from: House = house): ContractCase {
  const shown = (proof: ContractAnswer['proof']) => ({
    ...answerOf(proof),
    heads: proof.heads.map((it) => ({ ...it, at: START })),
  });
  const answer = {
    ...text,
    proof: shown(text.proof),
    second: text.second && shown(text.second),
  } as unknown as ReceiptAnswer;
  const { id, symbol, market } = claimOf(text.body);
  // The class of a forged receipt is one of its market, unless the lie is about that.
  const own = CONTRACT_CLASSES.value.classes.find(({ name }) => name === text.body.class.name);
  const markets = { [symbol]: { id: market, category: own?.categories[0] ?? 'crypto' } };
  return {
    query: { id: asked.id ?? id, markets: asked.markets ?? markets },
    answer,
    listedTerms: [...(text.settings ? [{ ...text.settings, from: START }] : [])],
    listedClasses: [...(text.classes ? [{ ...text.classes, from: START }] : [])],
    listedHeads: from.heads.map(({ number, hash }) => ({ number, hash: toHex(hash), at: START })),
    listedKeys: answer.proof.keys,
  };
}

function claimOf(body: ContractAnswer['body']) {
  if ('night' in body) return body.night;
  return 'position' in body ? body.position : { ...body.before, id: body.settlement.id };
}

async function sealed(receipt: IssuedContract, earlier: readonly IssuedContract[] = []): Promise<ContractCase> {
  const own = await sealContract(house, receipt);
  return caseOf(await showContract(own, receipt, earlier), { id: receipt.id, markets: CONTRACT_MARKETS }, own);
}

/** The parts of its kind that are shown as failing, or as open. */
const shownAs = (result: 'fails' | 'open', verdict: ContractVerdict) =>
  PIECES[verdict.judged?.receipt.outcome.kind ?? 'open'].filter((it) => resultOf(it, verdict) === result);

describe('the verdict on a contract', () => {
  const honest = [
    { title: 'an opening', make: async () => sealed(openIn(house)) },
    {
      title: 'a settlement',
      make: async () => {
        const opened = openIn(house);
        return sealed(await settleIn(house, [opened]), [opened]);
      },
    },
    { title: 'a night', make: async () => sealed(await nightIn(house)) },
  ];
  it.each(honest)('given $title of an honest platform, then it is correct in every part', async ({ make }) => {
    const verdict = await judgeContract(await make(), NOTHING_KEPT, LATER);
    expect(verdict).toMatchObject({ kind: 'correct', findings: [] });
    expect(verdict.judged?.prices.map(({ verdict: price }) => price.kind)).toEqual(['correct']);
    expect([shownAs('fails', verdict), shownAs('open', verdict)]).toEqual([[], []]);
  });

  it('given a stop that fired, then the price that fired it is judged too', async () => {
    const opened = openIn(house);
    const plain = await settleIn(house, [opened]);
    const { tick } = plain.body;
    const stop = { cause: 'stop', stopLoss: '1000000000', triggerBlock: tick.block - 2 };
    const seen = await sealed(await settleIn(house, [opened], stop), [opened]);
    const verdict = await judgeContract(seen, NOTHING_KEPT, LATER);
    expect(verdict.judged?.prices.map(({ priceCase }) => priceCase.query.seq)).toEqual([
      tick.seq,
      verdict.judged?.receipt.claim.trigger?.seq,
    ]);
    expect(verdict).toMatchObject({ kind: 'correct', findings: [] });
    const second = seen.answer.second && { ...seen.answer.second, price: 1n as Price };
    const told = await judgeContract({ ...seen, answer: { ...seen.answer, second } }, NOTHING_KEPT, LATER);
    expect([told.kind, shownAs('fails', told)]).toEqual(['wrong', ['index']]);
  });

  it('given a head between its price and its seal, then its last check follows', async () => {
    const receipt = openIn(house, { block: 98 });
    const own = await sealContract(house, receipt, 101);
    const text = await showContract(own, receipt);
    const { proof } = await showContract(house, receipt);
    expect(proof.heads.map(({ number }) => number)).toEqual([100]);
    const asked = { id: receipt.id, markets: CONTRACT_MARKETS };
    const verdicts = [text, { ...text, proof }].map((it) => judgeContract(caseOf(it, asked, own), NOTHING_KEPT, LATER));
    expect((await Promise.all(verdicts)).map(({ kind, findings }) => [kind, findings])).toEqual([
      ['correct', []],
      ['sealed', []],
    ]);
  });

  // What a reader kept is compared by the history of the prices, which other tests cover.
  it.each(CONTRACT_LIES.filter(({ foundBy }) => !foundBy.includes('kept')))(
    'given $name, then it is wrong by "$foundBy", and a part of it is shown as failing',
    async ({ forge, foundBy }) => {
      const { text, asked } = await forge(house, random);
      const verdict = await judgeContract({ ...caseOf(text, asked), listedHeads: [] }, NOTHING_KEPT, START);
      const [part, name] = foundBy.split(' ');
      expect(verdict.kind).toBe('wrong');
      expect(verdict.findings).toEqual([part === 'receipt' ? name : `${part}.${name}`]);
      // Its prices fail too, because no head is listed: what is shown must follow from the finding alone.
      const judged = verdict.judged && { ...verdict.judged, prices: [] };
      expect(shownAs('fails', { ...verdict, judged })).not.toEqual([]);
    },
  );

  it('given one that no block has sealed, then it is awaited for a minute, and wrong after that', async () => {
    const receipt = openIn(house);
    const seen = caseOf(await showContract(house, receipt), { id: receipt.id, markets: CONTRACT_MARKETS });
    const { at } = receipt.body.position;
    const early = await judgeContract(seen, NOTHING_KEPT, at + 60_000);
    expect(early).toMatchObject({ kind: 'awaited', findings: [] });
    expect([shownAs('fails', early), shownAs('open', early)]).toEqual([[], ['seal']]);
    const late = await judgeContract(seen, NOTHING_KEPT, at + 60_001);
    expect(late).toMatchObject({ kind: 'wrong', findings: ['unsealed'] });
    expect(shownAs('fails', late)).toEqual(['seal']);
  });

  it('given a response that cannot be read, or terms or classes that are listed otherwise, then it is wrong', async () => {
    const seen = await sealed(openIn(house));
    const unreadable = { ...seen, answer: { ...seen.answer, body: {} } };
    expect(await judgeContract(unreadable, NOTHING_KEPT, LATER)).toMatchObject({ findings: ['unreadable'] });
    const [major, ...others] = CONTRACT_CLASSES.value.classes;
    const otherwise = [
      {
        listedTerms: [{ ...CONTRACT_TERMS, value: { ...CONTRACT_TERMS.value, open_fee_rate: '0.0001' }, from: START }],
      },
      { listedTerms: [] },
      {
        listedClasses: [
          { ...CONTRACT_CLASSES, value: { classes: [{ ...major, spread_rate: '0' }, ...others] }, from: START },
        ],
      },
      { listedClasses: [] },
      { answer: { ...seen.answer, settings: null } },
      { answer: { ...seen.answer, classes: null } },
    ];
    for (const lists of otherwise)
      expect(await judgeContract({ ...seen, ...lists }, NOTHING_KEPT, LATER)).toMatchObject({
        findings: ['published'],
      });
  });
});
