import { type HouseReceipt, RECEIPT_CHECKS, type ReceiptText, SEAL_CHECKS } from '@app/verifier';
import {
  blockTime,
  type ForgedReceipt,
  houseFill,
  ladderReceipts,
  makeHouse,
  OBVIOUS_LIES,
  oldFill,
  RECEIPT_LIES,
  receiptsOf,
  showReceipt,
  TICK_BLOCK,
} from '@app/verifier/samples';
import { describe, expect, it } from 'vitest';
import { seeded } from '../trial/random.ts';
import { reportLadder } from './report-ladder.ts';
import { reportReceipt } from './report-receipt.ts';
import { RECEIPT_TEXTS, SEAL_TEXTS, TICK_TEXTS } from './texts.ts';

const random = seeded(5);
const house = await makeHouse(random);
const [first] = receiptsOf(house) as [HouseReceipt];
const ladder = ladderReceipts(house, first);
const kept = { keptHeads: house.heads, keptKeys: house.signers.map(({ publicKey }) => publicKey) };
const nowMs = blockTime(TICK_BLOCK) + 3_600_000;

const render = ({ text, asked = { id: text.body.fill.id }, kept: own = {} }: ForgedReceipt) =>
  reportReceipt(text, { ...own, nowMs, asked });
const wrongLines = (lines: readonly string[]) => lines.filter((line) => line.includes('WRONG'));
/** Returns the line of a failed check. */
function failureOf(foundBy: string): string {
  const [part, name] = foundBy.split(' ') as [string, keyof typeof SEAL_TEXTS];
  return `  WRONG  ${part === 'seal' ? SEAL_TEXTS[name].fails : RECEIPT_TEXTS[name as keyof typeof RECEIPT_TEXTS].fails}`;
}

describe('the report of a receipt', () => {
  it('given an honest receipt, when it is checked, then every check is named, and all of it holds', async () => {
    for (const receipt of receiptsOf(house)) {
      const { holds, lines } = await render({ text: await showReceipt(house, receipt), kept });
      expect([holds, lines.at(-1)], lines.join('\n')).toEqual([true, 'All of it holds.']);
      for (const args of Object.values({ ...RECEIPT_TEXTS, ...SEAL_TEXTS }))
        expect(lines).toContain(`  holds  ${args.holds}`);
    }
  });

  it('given an honest receipt, when it is checked, then trade, seal and settings are described', async () => {
    const { lines } = await render({ text: await showReceipt(house, ladder[1] as HouseReceipt), kept });
    expect(lines[0]).toContain('0.006 of market 300 bought from the house at');
    expect(lines[0]).toContain('real book');
    expect(lines).toContain('Seal: block 102; trade 2 of this side of its ladder, after 40 lots');
    const settings = 'Version 6 of the settings as you were shown it: class major, 10 levels, the first 0.0005 away';
    expect(lines.join()).toContain(settings);
  });

  it('given an honest receipt of version 1, when it is checked, then it holds, and no seal is reported', async () => {
    const { holds, lines } = await render({ text: await showReceipt(house, oldFill(house)), kept });
    expect([holds, lines.at(-1)]).toEqual([true, 'All of it holds.']);
    expect(lines.join()).not.toContain('Seal:');
  });

  it.each(RECEIPT_LIES)('given $name, when it is checked, then that alone is reported', async ({ forge, foundBy }) => {
    const { holds, lines } = await render(await forge(house, random));
    expect([holds, wrongLines(lines)]).toEqual([false, [failureOf(foundBy)]]);
    expect(lines.at(-1)).toBe('1 of the receipt’s checks failed: do not believe this trade.');
    expect(lines.join()).not.toContain('All of it');
  });

  it.each(OBVIOUS_LIES)('given $name, when it is checked, then it does not hold', async ({ forge }) => {
    expect((await render(await forge(house, random))).holds).toBe(false);
  });

  it.each(Object.entries({ ...RECEIPT_TEXTS, ...SEAL_TEXTS }))(
    'has different texts for %s failing and holding',
    (_, args) => {
      expect(args.holds).not.toBe(args.fails);
    },
  );

  it('has a text for every check', () => {
    expect(Object.keys(SEAL_TEXTS).sort()).toEqual(Object.keys(SEAL_CHECKS).sort());
    expect(Object.keys(RECEIPT_TEXTS)).toEqual(expect.arrayContaining(Object.keys(RECEIPT_CHECKS)));
  });

  it('given a receipt that no block has sealed, when it is new, then it is awaited, and later it was never sealed', async () => {
    const fill = houseFill(house, { block: TICK_BLOCK, afterMs: 100, lots: 2, n: 8 });
    const text = await showReceipt(house, fill);
    const asked = { id: fill.id };
    const early = await reportReceipt(text, { asked, nowMs: blockTime(TICK_BLOCK) + 30_000 });
    expect([early.holds, early.lines.at(-1)]).toEqual([false, expect.stringContaining('No block has sealed it yet')]);
    expect(wrongLines(early.lines)).toEqual([]);
    const late = await reportReceipt(text, { asked, nowMs });
    expect([late.holds, wrongLines(late.lines)]).toEqual([false, [expect.stringContaining('It was never sealed')]]);
  });

  it('given settings that were never published, when it is checked, then that is reported', async () => {
    const text = await showReceipt(house, first);
    for (const wrong of [{ settings: null }, { settings: undefined } as never, { freshness: null }]) {
      const { holds, lines } = await render({ text: { ...text, ...(wrong as Partial<ReceiptText>) } });
      expect([holds, lines.includes(`  WRONG  ${RECEIPT_TEXTS.published.fails}`)]).toEqual([false, true]);
    }
  });

  it('given the proof of another tick, when it is checked, then that is reported', async () => {
    const text = await showReceipt(house, first);
    const tick = { ...text.body.tick, seq: text.body.tick.seq + 1 };
    const { holds, lines } = await render({ text: { ...text, body: { ...text.body, tick } } });
    expect([holds, lines.includes(`  WRONG  ${TICK_TEXTS.asked.fails}`)]).toEqual([false, true]);
  });

  it('given an invalid number, when it is read, then it is rejected before any check', async () => {
    const text = await showReceipt(house, first);
    for (const price of ['1e5', '-1', '', '1.', '0x10', `1.${'0'.repeat(19)}`]) {
      const body = { ...text.body, fill: { ...text.body.fill, price } };
      await expect(render({ text: { ...text, body } }), price).rejects.toThrow('not a decimal number');
    }
  });
});

describe('the report of a ladder', () => {
  const list = ladder.map((it, index) => ({ ...it, block: [101, 102, 104, 104][index] ?? null }));

  it('given all receipts of a side, when they are walked, then each continues the last, and the sum is shown', async () => {
    const { holds, lines } = await reportLadder(list, first.id);
    const lots = (ladder.at(-1)?.body.taken ?? 0) + 7;
    expect([holds, wrongLines(lines)]).toEqual([true, []]);
    expect(lines.filter((line) => line.includes('holds'))).toHaveLength(4);
    expect(lines.at(-2)).toContain(`Taken in all: ${lots} lots in 4 receipts.`);
  });

  it('given a receipt left out, when they are walked, then the next one is reported', async () => {
    const { holds, lines } = await reportLadder(list.toSpliced(1, 1), first.id);
    expect([holds, wrongLines(lines)]).toEqual([false, [expect.stringContaining(`receipt ${ladder[2]?.id}`)]]);
  });

  it('given a receipt that is not listed, or is in no block, when they are walked, then it does not hold', async () => {
    const other = await reportLadder(list, '7');
    expect([other.holds, wrongLines(other.lines)]).toEqual([false, ['  WRONG  Receipt 7 is not among them.']]);
    const unsealed = await reportLadder(list.with(3, { ...(list[3] as (typeof list)[0]), block: null }), first.id);
    expect([unsealed.holds, unsealed.lines.join()]).toEqual([
      false,
      expect.stringContaining('1 of them are in no block'),
    ]);
    await expect(reportLadder([], first.id)).rejects.toThrow('there is no ladder');
  });
});
