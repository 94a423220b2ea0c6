import { type ConversionAnswer, toHex } from '@app/verifier';
import {
  CONVERSION_LIES,
  convertIn,
  type ForgedConversion,
  type House,
  MARKETS,
  makeHouse,
  sealConversion,
  showConversion,
  TERMS,
} from '@app/verifier/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOTHING_KEPT } from '../check/kept-history.ts';
import { answerOf, START } from '../check/sample-house.ts';
import type { ReceiptAnswer } from '../receipt/judge-receipt.ts';
import { type ConversionCase, judgeConversion } from './judge-conversion.ts';

const random = (end: number) => Math.floor(end / 3);
const LATER = START + 3_600_000;
let house: House;
beforeAll(async () => {
  house = await makeHouse(random);
});

/** Builds what the page sees: the answer as decoded, and the public lists of an honest platform. */
function caseOf(text: ConversionAnswer, asked: ForgedConversion['asked'], from: House = house): ConversionCase {
  const shown = (proof: ConversionAnswer['proof']) => ({
    ...answerOf(proof),
    heads: proof.heads.map((it) => ({ ...it, at: START })),
  });
  const answer = {
    ...text,
    proof: shown(text.proof),
    second: text.second && shown(text.second),
  } as unknown as ReceiptAnswer;
  const terms = text.settings?.version === 4 ? text.settings : TERMS;
  return {
    query: { id: asked?.id ?? text.body.conversion.id, markets: asked?.markets ?? byLegs(text) },
    answer,
    listedTerms: [{ ...terms, from: START }],
    listedFreshness: [{ version: 2, value: 5_000, from: START }],
    listedHeads: from.heads.map(({ number, hash }) => ({ number, hash: toHex(hash), at: START })),
    listedKeys: answer.proof.keys,
  };
}

/** A reader's list has the markets that an honest platform has; a lie about them is found by the rule. */
const byLegs = ({ body }: ConversionAnswer): Record<string, number> => ({
  ...Object.fromEntries(body.legs.map(({ symbol, market }) => [symbol, market])),
});

describe('the verdict on a conversion', () => {
  it('given an honest platform, then it is correct, by both prices', async () => {
    const receipt = convertIn(house);
    const sealed = await sealConversion(house, receipt);
    const seen = caseOf(await showConversion(sealed, receipt), { id: receipt.id, markets: MARKETS }, sealed);
    const verdict = await judgeConversion(seen, NOTHING_KEPT, LATER);
    expect(verdict).toMatchObject({ kind: 'correct', findings: [] });
    expect(verdict.judged?.prices.map(({ verdict: price }) => price.kind)).toEqual(['correct', 'correct']);
  });

  // What a reader kept is compared by the history of the prices, which other tests cover.
  it.each(CONVERSION_LIES.filter(({ foundBy }) => !foundBy.includes('kept')))(
    'given $name, then it is wrong by "$foundBy"',
    async ({ forge, foundBy }) => {
      const { text, asked } = await forge(house, random);
      const verdict = await judgeConversion(
        { ...caseOf(text, asked), listedHeads: [] },
        NOTHING_KEPT,
        text.body.conversion.at,
      );
      const [part, name] = foundBy.split(' ');
      expect(verdict.kind).toBe('wrong');
      expect(verdict.findings).toEqual([part === 'seal' ? `seal.${name}` : name]);
    },
  );

  it('given one that no block has sealed, then it is awaited for a minute, and wrong after that', async () => {
    const receipt = convertIn(house);
    const seen = caseOf(await showConversion(house, receipt), { id: receipt.id, markets: MARKETS });
    const { at } = receipt.body.conversion;
    expect(await judgeConversion(seen, NOTHING_KEPT, at + 60_000)).toMatchObject({ kind: 'awaited', findings: [] });
    expect(await judgeConversion(seen, NOTHING_KEPT, at + 60_001)).toMatchObject({ findings: ['unsealed'] });
  });

  it('given a response that cannot be read, or terms that are listed otherwise, then it is wrong', async () => {
    const receipt = convertIn(house);
    const sealed = await sealConversion(house, receipt);
    const seen = caseOf(await showConversion(sealed, receipt), { id: receipt.id, markets: MARKETS }, sealed);
    const unreadable = { ...seen, answer: { ...seen.answer, body: {} } };
    expect(await judgeConversion(unreadable, NOTHING_KEPT, LATER)).toMatchObject({ findings: ['unreadable'] });
    const otherwise = {
      ...seen,
      listedTerms: [{ ...TERMS, value: { spread_rate: '0.001', lock_seconds: 10 }, from: START }],
    };
    expect(await judgeConversion(otherwise, NOTHING_KEPT, LATER)).toMatchObject({ findings: ['published'] });
  });
});
