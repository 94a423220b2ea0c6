import { describe, expect, it } from 'vitest';
import { seeded } from '../test/seeded.ts';
import {
  checkReceipt,
  HOUSE_FILL_CHECKS,
  type HouseReceipt,
  isSealOverdue,
  LATENCY_MS,
  RECEIPT_CHECKS,
  type ReceiptFindings,
  readReceipt,
  SEAL_CHECKS,
  SEALED_WITHIN_MS,
  TICK_CHECKS,
} from './index.ts';
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
  reseal,
  showReceipt,
  TICK_BLOCK,
  withReceipts,
} from './samples/index.ts';

const random = seeded(3);
const house = await makeHouse(random);
const NOTHING: ReceiptFindings = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };
const namesOf = ({ receipt, rule, tick, seal }: ReceiptFindings) => [
  ...receipt.map((name) => `receipt ${name}`),
  ...rule.map((name) => `rule ${name}`),
  ...tick.map((name) => `tick ${name}`),
  ...seal.map((name) => `seal ${name}`),
];
const ALL = { receipt: RECEIPT_CHECKS, rule: HOUSE_FILL_CHECKS, tick: TICK_CHECKS, seal: SEAL_CHECKS };
function without(check: string): typeof ALL {
  const [part, name] = check.split(' ') as [keyof typeof ALL, string];
  return { ...ALL, [part]: Object.fromEntries(Object.entries(ALL[part]).filter(([key]) => key !== name)) };
}
const found = async ({ text, asked, kept }: ForgedReceipt, checks = ALL) =>
  namesOf(await checkReceipt(readReceipt(text, asked), kept, checks));

describe('the check of a receipt', () => {
  it('given an honest house, then nothing is found against any of its receipts, of every version', async () => {
    const kept = { keptHeads: house.heads, keptKeys: house.signers.map(({ publicKey }) => publicKey) };
    for (const receipt of [...receiptsOf(house), oldFill(house)])
      for (const known of [{}, kept])
        expect(await checkReceipt(readReceipt(await showReceipt(house, receipt)), known), receipt.id).toEqual(NOTHING);
  });

  it.each(RECEIPT_LIES)(
    'given $name, then "$foundBy" finds it, and no other check does',
    async ({ foundBy, forge }) => {
      const forged = await forge(house, random);
      expect(await found(forged)).toEqual([foundBy]);
      expect(await found(forged, without(foundBy))).toEqual([]);
    },
  );

  it('has a forgery for every check of receipt, rule and seal', () => {
    const { tick: _, ...own } = ALL;
    const all = Object.entries(own).flatMap(([part, checks]) => Object.keys(checks).map((name) => `${part} ${name}`));
    expect([...new Set<string>(RECEIPT_LIES.map(({ foundBy }) => foundBy))].sort()).toEqual(all.sort());
  });

  it.each(OBVIOUS_LIES)('given $name, then it is found', async ({ forge }) => {
    for (let round = 0; round < 5; round++) {
      const forged = await forge(house, random);
      expect(await found(forged).catch(() => ['unreadable']), JSON.stringify(forged.text.body)).not.toEqual([]);
    }
  });

  it('given a receipt that no block has sealed yet, then it is awaited for a minute, and overdue after that', async () => {
    const fill = houseFill(house, { block: TICK_BLOCK, afterMs: 250, lots: 3, n: 9 });
    const receipt = readReceipt(await showReceipt(house, fill));
    expect(await checkReceipt(receipt)).toEqual({ ...NOTHING, isAwaited: true });
    const atMs = blockTime(TICK_BLOCK) + 250;
    expect([60_000, 60_001].map((age) => isSealOverdue(receipt, atMs + age))).toEqual([false, true]);
  });

  it('given a newer price sealed less than two seconds before, then the house need not have known it', async () => {
    const newer = blockTime(TICK_BLOCK + 2) - blockTime(TICK_BLOCK);
    const tried = [newer + LATENCY_MS - 1, newer + LATENCY_MS].map(async (afterMs) => {
      const fill = houseFill(house, { block: TICK_BLOCK, afterMs, lots: 3 });
      const sealed = await reseal(house, withReceipts(house.drafts, TICK_BLOCK + 5, [fill]));
      return found({ text: await showReceipt(sealed, fill, []) });
    });
    expect(await Promise.all(tried)).toEqual([[], ['seal newest']]);
  });

  it('given a seal in the first block later than the limit, then it is in time, and in the next one it is late', async () => {
    const fill = houseFill(house, { block: TICK_BLOCK, afterMs: 500, lots: 3, n: 9 });
    const first = TICK_BLOCK + Math.ceil((500 + SEALED_WITHIN_MS) / 1_000);
    const tried = [first, first + 1].map(async (number) => {
      const sealed = await reseal(house, withReceipts(house.drafts, number, [fill]));
      return found({ text: await showReceipt(sealed, fill, []) });
    });
    expect(await Promise.all(tried)).toEqual([[], ['seal soon']]);
  });

  it('given the third receipt of a ladder, when the ones before it are not shown, then it is not believed', async () => {
    const third = ladderReceipts(house, receiptsOf(house)[0] as HouseReceipt)[2] as HouseReceipt;
    const { ladder: _, ...text } = await showReceipt(house, third);
    expect(await found({ text })).toEqual(['seal chain']);
  });
});
