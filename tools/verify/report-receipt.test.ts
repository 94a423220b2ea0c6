import { RECEIPT_CHECKS, type ReceiptText } from '@app/verifier';
import { makeHistory, proofText, RECEIPT_TEXTS, TICK_TEXTS } from '@app/verifier/samples';
import { describe, expect, it } from 'vitest';
import { honestProof, TICK_LIES } from '../proof/tampering/tick-lies.ts';
import { seeded } from '../trial/random.ts';
import { reportReceipt } from './report-receipt.ts';
import { aReceipt } from './sample-receipt.ts';

const history = await makeHistory(seeded(5));
const proof = await honestProof(history);
const receipt = aReceipt(proof);
const { body } = receipt;
const asked = { id: '77', market: proof.market };
const kept = { keptHeads: history.heads.slice(1, 2) };

const render = (published: ReceiptText) => reportReceipt(published, { ...kept, asked });
const withBody = (change: Partial<ReceiptText['body']>): ReceiptText => ({ ...receipt, body: { ...body, ...change } });

/** Forgeries, each a change of one field that only this check can find. */
const LIES: Readonly<Record<keyof typeof RECEIPT_CHECKS, readonly ReceiptText[]>> = {
  kind: [{ ...receipt, kind: 'seconds.outcome' }],
  asked: [withBody({ fill: { ...body.fill, id: '78' } })],
  book: [withBody({ book: 'both' })],
  published: [
    // A price shifted for one trade, with the ladder that explains it.
    { ...receipt, body: aReceipt(proof, { levels: 3, spreadRate: 10n ** 16n, stepRate: 10n ** 15n }).body },
    withBody({ settings: { ...body.settings, inventory_max: `${body.settings.inventory_max}0` } }),
    withBody({ settings: { ...body.settings, version: 2 } }),
    { ...receipt, settings: null },
    { ...receipt, settings: undefined } as never, // A receipt saved before settings were included.
  ],
  sealed: [
    withBody({ tick: { ...body.tick, block: body.tick.block + 1 } }),
    withBody({ tick: { ...body.tick, price: `${body.tick.price}${body.tick.price.includes('.') ? '' : '.'}000001` } }),
  ],
};

describe('the report of a receipt', () => {
  it('given an honest receipt, when it is checked, then every check is named, and all of it holds', async () => {
    const { holds, lines } = await render(receipt);
    expect([holds, lines.at(-1)]).toEqual([true, 'All of it holds.']);
    for (const args of Object.values(RECEIPT_TEXTS)) expect(lines).toContain(`  holds  ${args.holds}`);
    expect(lines[0]).toContain(`Receipt 77: 2 of market ${proof.market} bought from the house at ${body.fill.price}`);
    expect(lines[0]).toContain('real book');
    expect(lines.join()).toContain('Version 1 of the settings as you were shown it: 3 levels, the first 0.001 away');
  });

  it.each(Object.keys(RECEIPT_CHECKS) as (keyof typeof RECEIPT_CHECKS)[])(
    'given a forgery of %s, when it is checked, then it is reported, and the receipt is not reported to hold',
    async (name) => {
      for (const lie of LIES[name]) {
        const { holds, lines } = await render(lie);
        expect(holds).toBe(false);
        expect(lines).toContain(`  WRONG  ${RECEIPT_TEXTS[name].fails}`);
        expect(lines.join()).not.toContain('All of it');
        if (name !== 'sealed') expect(lines.filter((line) => line.includes('WRONG'))).toHaveLength(1);
      }
    },
  );

  it.each(Object.entries(RECEIPT_TEXTS))('has different texts for %s failing and holding', (_, args) => {
    expect(args.holds).not.toBe(args.fails);
  });

  // The proof's own tick name is ignored: the receipt states which tick it must be.
  it.each(TICK_LIES.filter(({ foundBy }) => foundBy !== 'asked'))(
    'given a forgery for "$foundBy" of its price, when it is checked, then the receipt does not hold either',
    async ({ forge }) => {
      expect((await render({ ...receipt, proof: proofText(await forge(history)) })).holds).toBe(false);
    },
  );

  it('given the proof of another tick, when it is checked, then that is reported', async () => {
    const { holds, lines } = await render(withBody({ tick: { ...body.tick, seq: body.tick.seq + 1 } }));
    expect([holds, lines.includes(`  WRONG  ${TICK_TEXTS.asked.fails}`)]).toEqual([false, true]);
  });

  it('given a trade that the house did not offer, when it is checked, then the trade is reported as not credible', async () => {
    const { holds, lines } = await render(withBody({ fill: { ...body.fill, quantity: '50' } }));
    expect([holds, lines.at(-1)]).toEqual([false, '1 of the receipt’s checks failed: do not believe this trade.']);
    expect(lines).toContain(`  WRONG  ${RECEIPT_TEXTS.offered.fails}`);
  });

  it('given an invalid number, when it is read, then it is rejected before any check', async () => {
    for (const price of ['1e5', '-1', '', '1.', '0x10', `1.${'0'.repeat(19)}`])
      await expect(render(withBody({ fill: { ...body.fill, price } })), price).rejects.toThrow('not a decimal number');
  });
});
