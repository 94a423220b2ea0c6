import type { Amount, Price } from '@app/money';
import { toHex } from '@app/verifier';
import { newSigner, type Signer } from '@app/verifier/samples';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepMore, NOTHING_KEPT } from '../check/kept-history.ts';
import { AT, HEAD, publishPrice, QUERY, START, UNIT } from '../check/sample-house.ts';
import { type Case, type Finding, judgePrice, publishedBy } from './judge-price.ts';

const LATER = START + 86_400_000;
const otherByte = (hex: string) => (hex.startsWith('00') ? '01' : '00') + hex.slice(2);
const otherEnd = (hex: string) => hex.slice(0, -2) + (hex.endsWith('00') ? '01' : '00');
const keptOf = (seen: Case) => keepMore(NOTHING_KEPT, publishedBy(seen), START);

let honest: Case;
let signer: Signer;
beforeAll(async () => {
  signer = await newSigner(1);
  honest = await publishPrice(signer, 100n);
});
const withProof = (proof: Partial<Case['proof']>): Case => ({ ...honest, proof: { ...honest.proof, ...proof } });
const judge = (seen: Case, kept = NOTHING_KEPT) => judgePrice(seen, kept, LATER);

describe('the verdict on a price', () => {
  it('given an honest exchange, when nothing was stored, then the price is correct by the received head alone', async () => {
    const [, head] = honest.listedHeads;
    expect(await judge(honest)).toEqual({ kind: 'correct', head, keptHead: undefined });
  });

  it('given an honest exchange, when its head was stored, then the verdict rests on that head', async () => {
    expect(await judge(honest, keptOf(honest))).toMatchObject({ kind: 'correct', keptHead: { number: HEAD } });
  });

  it('given no head yet, then it is only sealed; given one was published or ten minutes passed, then it is due', async () => {
    const early = { ...withProof({ after: [], heads: [] }), listedHeads: [] };
    const judgedAt = (ms: number) => judgePrice(early, NOTHING_KEPT, early.proof.header.at + ms);
    expect(await judgedAt(60_000)).toEqual({ kind: 'sealed', isHeadDue: false });
    expect(await judgedAt(600_001)).toEqual({ kind: 'sealed', isHeadDue: true });
    const stops = { ...early, listedHeads: honest.listedHeads.slice(1) };
    expect(await judge(stops)).toEqual({ kind: 'sealed', isHeadDue: true });
  });

  it('given one changed byte anywhere, then it is wrong, and the finding is named', async () => {
    const { proof } = honest;
    const [first = ''] = proof.path;
    const root = otherByte(proof.header.root);
    const after = proof.after.map((it, index) => (index === 1 ? { ...it, root } : it));
    const changes: readonly (readonly [Partial<Case['proof']>, Finding])[] = [
      [{ leaf: otherEnd(proof.leaf) }, 'inclusion'],
      [{ path: [otherByte(first)] }, 'inclusion'],
      [{ header: { ...proof.header, root } }, 'signature'],
      [{ signature: otherByte(proof.signature) }, 'signature'],
      [{ after }, 'chain'],
      [{ heads: proof.heads.map((it) => ({ ...it, hash: otherByte(it.hash) })) }, 'head'],
      [{ price: (101n * UNIT) as Price }, 'told'],
      [{ volume: 0n as Amount }, 'told'],
      [{ at: proof.at + 1 }, 'told'],
    ];
    for (const [change, finding] of changes)
      expect(await judge(withProof(change)), finding).toMatchObject({
        kind: 'wrong',
        findings: expect.arrayContaining([finding]),
      });
  });

  it('given the proof of another tick or market than requested, then it is wrong', async () => {
    const query = { ...QUERY, seq: AT + 1 };
    expect(await judge({ ...honest, query })).toEqual({ kind: 'wrong', findings: ['asked'] });
    expect(await judge({ ...honest, query: { ...QUERY, market: 2 } })).toEqual({ kind: 'wrong', findings: ['asked'] });
  });

  it('given a proof whose head is not in the list of heads, then it is wrong', async () => {
    const listedHeads = honest.listedHeads.map((it) => ({ ...it, hash: otherByte(it.hash) }));
    expect(await judge({ ...honest, listedHeads })).toEqual({ kind: 'wrong', findings: ['listed'] });
    expect(await judge({ ...honest, listedHeads: [] })).toEqual({ kind: 'wrong', findings: ['listed'] });
  });
});

describe('the history stored on this device', () => {
  it('law: a history sealed and signed again is self-consistent, but differs from the stored one', async () => {
    const again = await publishPrice(signer, 105n);
    expect(await judge(again)).toMatchObject({ kind: 'correct' });
    expect(await judge(again, keptOf(honest))).toMatchObject({ kind: 'rewritten', findings: [] });
  });

  it('given the stored heads are left out of a rewritten response, then the headers reveal it', async () => {
    const again = await publishPrice(signer, 105n);
    const silent = { ...again, listedHeads: [], proof: { ...again.proof, heads: [] } };
    const kept = { ...keptOf(honest), heads: keptOf(honest).heads.map((it) => ({ ...it, keptAt: LATER })) };
    const verdict = await judge(silent, kept);
    expect(verdict).toMatchObject({ kind: 'rewritten', contradictions: [{ kind: 'chain', block: AT }] });
  });

  it('given a valid proof, when a distant head is listed with another hash than stored, then it is rewritten', async () => {
    const far = { number: 99, hash: 'a'.repeat(64), at: START };
    const listed = { ...honest, listedHeads: [...honest.listedHeads, far] };
    expect(await judge(listed, keptOf(listed))).toMatchObject({ kind: 'correct' });
    const changed = { ...honest, listedHeads: [...honest.listedHeads, { ...far, hash: otherByte(far.hash) }] };
    expect(await judge(changed, keptOf(listed))).toEqual({
      kind: 'rewritten',
      contradictions: [{ kind: 'head', block: 99 }],
      findings: [],
    });
  });

  it('given a stored head missing in the listed range, or after it for long, then it counts as removed', async () => {
    const [first, last] = honest.listedHeads as [Case['listedHeads'][number], Case['listedHeads'][number]];
    const extra = { ...first, number: 5 };
    const between = keepMore(NOTHING_KEPT, { heads: [extra], keys: [] }, START);
    const gone = { kind: 'rewritten', contradictions: expect.arrayContaining([{ kind: 'head_gone', block: 5 }]) };
    expect(await judge(honest, between)).toMatchObject(gone);
    const after = { ...last, number: 99 };
    const keptAt = (ms: number) => keepMore(NOTHING_KEPT, { heads: [after], keys: [] }, ms);
    expect(await judge(honest, keptAt(START))).toMatchObject({ contradictions: [{ kind: 'head_gone', block: 99 }] });
    expect(await judge(honest, keptAt(LATER - 1_000))).toMatchObject({ kind: 'correct' });
  });

  it('given another key for published blocks, or none of the stored ones, then keys were exchanged', async () => {
    const other = await newSigner(1);
    const forged = await publishPrice(other, 100n);
    const verdict = await judge(forged, { heads: [], keys: honest.listedKeys });
    expect(verdict).toMatchObject({ kind: 'rewritten', contradictions: [{ kind: 'key_gone', block: 1 }] });
    const late = { id: other.id, public_key: toHex(other.publicKey), from_block: 5 };
    const backdated = { ...honest, listedKeys: [...honest.listedKeys, late] };
    expect(await judge(backdated, keptOf(honest))).toMatchObject({
      kind: 'rewritten',
      contradictions: [{ kind: 'key_backdated', block: 5 }],
    });
  });

  it('given a new key from a later block, then it is a valid key change', async () => {
    const other = await newSigner(1);
    const next = { id: other.id, public_key: toHex(other.publicKey), from_block: 9 };
    const changed = { ...honest, listedKeys: [...honest.listedKeys, next] };
    expect(await judge(changed, keptOf(honest))).toMatchObject({ kind: 'correct' });
  });

  it('given a key change between key list and proof, when its heads are stored, then no later false alarm', async () => {
    const other = await newSigner(1);
    const next = { id: other.id, public_key: toHex(other.publicKey), from_block: 9 };
    const listedHeads = [...honest.listedHeads, { number: 12, hash: 'a'.repeat(64), at: START }];
    const keys = [...honest.listedKeys, next];
    const between = { ...withProof({ keys }), listedHeads };
    expect(await judge(between)).toMatchObject({ kind: 'correct' });
    expect(await judge({ ...between, listedKeys: keys }, keptOf(between))).toMatchObject({ kind: 'correct' });
  });

  it('given a key list and a proof that differ on one key, then it is wrong', async () => {
    const [key] = honest.listedKeys as [Case['listedKeys'][number]];
    const others = [
      { ...key, public_key: otherByte(key.public_key) },
      { ...key, from_block: 2 },
      { ...key, id: otherByte(key.id) },
    ];
    for (const other of others)
      expect(await judge({ ...honest, listedKeys: [other] })).toEqual({ kind: 'wrong', findings: ['keys'] });
  });
});
