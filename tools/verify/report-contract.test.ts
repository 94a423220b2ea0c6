import {
  CONTRACT_LIES,
  CONTRACT_MARKETS,
  makeHouse,
  nightIn,
  OBVIOUS_CONTRACT_LIES,
  openIn,
  sealContract,
  settleIn,
  showContract,
} from '@app/verifier/samples';
import { describe, expect, it } from 'vitest';
import { seeded } from '../trial/random.ts';
import {
  CONTRACT_SEAL_TEXTS,
  CONTRACT_TEXTS,
  OPEN_TEXTS,
  OVERNIGHT_TEXTS,
  SETTLEMENT_TEXTS,
} from './contract-texts.ts';
import { reportContract } from './report-contract.ts';

const random = seeded(31);
const house = await makeHouse(random);
const TEXTS = {
  receipt: CONTRACT_TEXTS,
  open: OPEN_TEXTS,
  settlement: SETTLEMENT_TEXTS,
  overnight: OVERNIGHT_TEXTS,
  seal: CONTRACT_SEAL_TEXTS,
} as const;
const opened = openIn(house);
const wrongLines = (lines: readonly string[]) => lines.filter((line) => line.includes('WRONG'));

describe('the report of a contract', () => {
  const honest = [
    { texts: OPEN_TEXTS, title: 'long 25 lots of BTC/USDT perp with leverage 7', make: () => opened },
    { texts: SETTLEMENT_TEXTS, title: '(user), result', make: () => settleIn(house, [opened]) },
    { texts: OVERNIGHT_TEXTS, title: 'night of 2026-09-21 of BTC/USDT', make: () => nightIn(house) },
  ];
  it.each(honest)('given an honest one of $title, then every check is named, and all of it holds', async (it) => {
    const receipt = await it.make();
    const sealed = await sealContract(house, receipt);
    const text = await showContract(sealed, receipt, 'before' in receipt.body ? [opened] : []);
    const kept = { keptHeads: sealed.heads, keptKeys: sealed.signers.map(({ publicKey }) => publicKey) };
    const asked = { id: receipt.id, markets: CONTRACT_MARKETS };
    const { holds, lines } = await reportContract(text, { ...kept, asked, nowMs: 0 });
    expect([holds, lines.at(-1)], lines.join('\n')).toEqual([true, 'All of it holds.']);
    for (const { holds: line } of Object.values({ ...CONTRACT_TEXTS, ...it.texts, ...CONTRACT_SEAL_TEXTS }))
      expect(lines).toContain(`  holds  ${line}`);
    expect(lines[0]).toContain(it.title);
    expect(lines.join()).toContain('version 7 of the classes: major, spread 0.0001, overnight 0.0003');
  });

  it.each(CONTRACT_LIES)('given $name, then that alone is reported', async ({ forge, foundBy }) => {
    const { text, asked = {}, kept = {} } = await forge(house, random);
    const own = 'night' in text.body ? text.body.night : 'position' in text.body ? text.body.position : undefined;
    const id = asked.id ?? own?.id ?? ('settlement' in text.body ? text.body.settlement.id : '');
    const { holds, lines } = await reportContract(text, { ...kept, asked: { ...asked, id }, nowMs: 0 });
    const [part, name] = foundBy.split(' ') as [keyof typeof TEXTS, string];
    const { fails } = TEXTS[part][name as never];
    expect([holds, wrongLines(lines)]).toEqual([false, [`  WRONG  ${fails}`]]);
  });

  it.each(OBVIOUS_CONTRACT_LIES)('given $name, then it does not hold', async ({ forge }) => {
    const { text, asked } = await forge(house, random);
    const reader = { asked: { id: '', ...asked }, nowMs: 0 };
    const { holds } = await reportContract(text, reader).catch(() => ({ holds: false }));
    expect(holds).toBe(false);
  });

  it('given one that no block has sealed, when it is new, then it is awaited, and later it was never sealed', async () => {
    const text = await showContract(house, opened);
    const { at } = opened.body.position;
    const early = await reportContract(text, { asked: { id: opened.id }, nowMs: at + 30_000 });
    expect([early.holds, wrongLines(early.lines)]).toEqual([false, []]);
    const late = await reportContract(text, { asked: { id: opened.id }, nowMs: at + 61_000 });
    expect(wrongLines(late.lines)).toEqual([expect.stringContaining('never sealed')]);
  });
});
