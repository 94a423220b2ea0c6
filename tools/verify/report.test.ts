import { type Block, type Head, type Kept, type Range, toHex } from '@app/verifier';
import { makeHistory, proofText, rangeText } from '@app/verifier/samples';
import { describe, expect, it } from 'vitest';
import { HOUSE } from '../proof/tampering/inside.ts';
import { OUTSIDE } from '../proof/tampering/outside.ts';
import { STORIES } from '../proof/tampering/stories.ts';
import { honestProof, TICK_LIES } from '../proof/tampering/tick-lies.ts';
import { seeded } from '../trial/random.ts';
import { reportBlocks, reportTick } from './report.ts';
import { BLOCK_TEXTS, TICK_TEXTS } from './texts.ts';

const random = seeded(7);
const history = await makeHistory(random);
const published = { from: 1, to: history.blocks.length, keys: history.signers, heads: history.heads };

const reportedBlocks = (blocks: readonly Block[], evidence: Partial<Range> = {}, kept: Kept = {}) =>
  reportBlocks(rangeText({ ...published, ...evidence, blocks }), { ...kept, asked: published });
const kept = { keptHeads: history.heads.slice(1, 2), keptKeys: history.signers.map(({ publicKey }) => publicKey) };
const [, second] = history.heads as [Head, Head, Head];

describe('the report of evidence', () => {
  it('given sealed evidence, when a reader with a kept head checks it, then it is pinned by that head', async () => {
    for (const { holds, lines } of [
      await reportedBlocks(history.blocks, {}, kept),
      await reportTick(proofText(await honestProof(history)), kept),
    ]) {
      expect([holds, lines.at(-1)]).toEqual([true, 'All of it holds.']);
      expect(lines.at(-2)).toContain(`Up to block 8 it is pinned by the head that you kept: ${toHex(second.hash)}`);
      expect(lines.at(-3)).toContain(`${history.signers[0]?.id}`);
      expect(lines.at(-3)).toContain('which you kept');
      expect(lines.join()).toContain('that you kept.');
    }
  });

  it('given sealed evidence, when a reader without kept heads checks it, then it is not pinned, with the reason', async () => {
    for (const { holds, lines } of [
      await reportedBlocks(history.blocks),
      await reportTick(proofText(await honestProof(history))),
    ]) {
      expect([holds, lines.at(-1)]).toEqual([true, expect.stringContaining('by keys and heads of its own')]);
      expect(lines.at(-2)).toContain('comes from the evidence itself');
      expect(lines.at(-3)).toContain('by the word of the evidence itself');
      expect(lines.join()).not.toMatch(/pinned|that you kept/);
    }
  });

  it('given no head yet, when a tick is checked, then that is reported', async () => {
    const { holds, lines } = await reportTick(proofText({ ...(await honestProof(history)), heads: [], after: [] }));
    expect([holds, lines.at(-2)]).toEqual([true, expect.stringContaining('No published head covers it yet')]);
  });

  it('given a true proof that ends before the kept head, when it is checked, then that head was not reached', async () => {
    const proof = await honestProof(history);
    for (const keptHeads of [history.heads.slice(0, 1), history.heads.slice(2)]) {
      const { holds, lines } = await reportTick(proofText(proof), { keptHeads });
      expect([holds, lines.join()]).toEqual([false, expect.stringContaining('Your head was not reached')]);
    }
    expect((await reportTick(proofText(proof), { keptHeads: history.heads })).holds).toBe(true);
  });

  it('given another tick than requested, when it is checked, then only that is reported as wrong', async () => {
    const proof = await honestProof(history);
    const asked = { market: proof.market + 1, seq: proof.seq };
    const { lines } = await reportTick(proofText(proof), { asked });
    expect(lines.filter((line) => line.includes('WRONG'))).toEqual([`  WRONG  ${TICK_TEXTS.asked.fails}`]);
  });

  it.each([...OUTSIDE, ...HOUSE])('given that $name, when it is checked, then it does not hold', async ({ forge }) => {
    for (let round = 0; round < 3; round++) {
      const { holds, lines } = await reportedBlocks(await forge(history, random));
      expect([holds, lines.at(-1)]).toEqual([false, expect.stringContaining('do not believe these blocks')]);
    }
  });

  it.each(HOUSE)(
    'given that $name, when no head was kept, then the expected reason is reported',
    async ({ forge, foundBy }) => {
      const heads = foundBy === 'head' ? history.heads : [];
      const { lines } = await reportedBlocks(await forge(history, random), { heads });
      expect(
        lines.filter((line) => line.includes('WRONG')).every((line) => line.includes(BLOCK_TEXTS[foundBy].fails)),
      ).toBe(true);
      expect(lines.join()).toContain(BLOCK_TEXTS[foundBy].fails);
    },
  );

  it.each(TICK_LIES)(
    'given a forgery for "$foundBy", when a tick is checked, then that reason is reported',
    async ({ forge, foundBy }) => {
      const { lines } = await reportTick(proofText(await forge(history)));
      expect(lines.filter((line) => line.includes('WRONG'))).toEqual([`  WRONG  ${TICK_TEXTS[foundBy].fails}`]);
    },
  );

  it.each(STORIES)(
    'given $name, when it is checked, then the expected reason is reported',
    async ({ forge, foundBy }) => {
      const story = await forge(history);
      const tick = await reportTick(proofText(await honestProof(story)), story.kept);
      expect(tick.lines.filter((line) => line.includes('WRONG'))).toEqual([`  WRONG  ${TICK_TEXTS[foundBy].fails}`]);
      const range = { from: 1, to: story.blocks.length, blocks: story.blocks, keys: story.signers, heads: story.heads };
      const { holds, lines } = await reportBlocks(rangeText(range), { ...story.kept, asked: range });
      expect([holds, lines.join()]).toEqual([false, expect.stringContaining(BLOCK_TEXTS[foundBy].fails)]);
    },
  );

  it('given a truncated range, when evidence claims that it ends there, then the requested range counts', async () => {
    const { holds, lines } = await reportedBlocks(history.blocks.slice(0, 9), { to: 9 });
    expect([holds, lines.join()]).toEqual([false, expect.stringContaining('Block 10: the number')]);
  });

  it('given no blocks, when they are checked, then nothing holds, whatever was requested', async () => {
    for (const asked of [published, { from: 5, to: 4 }]) {
      const { holds, lines } = await reportBlocks(rangeText({ ...published, blocks: [] }), { asked });
      expect([holds, lines.join()]).toEqual([false, expect.stringContaining(`Block ${asked.from}: the number`)]);
      expect(lines.join()).not.toContain('holds');
    }
  });
});
