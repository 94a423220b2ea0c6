import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HouseReceipt, type ListedSettlement, type ReceiptText, receiptHash, toHex } from '@app/verifier';
import {
  betIn,
  blockTime,
  ladderReceipts,
  makeHistory,
  makeHouse,
  openIn,
  proofText,
  rangeText,
  receiptsOf,
  sealBet,
  sealContract,
  settleBetIn,
  showBet,
  showContract,
  showReceipt,
  TICK_BLOCK,
} from '@app/verifier/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { honestProof } from '../proof/tampering/tick-lies.ts';
import { seeded } from '../trial/random.ts';
import { main } from './main.ts';

const history = await makeHistory(seeded(11));
const { blocks, signers: keys, heads } = history;
const proof = await honestProof(history);
const folder = mkdtempSync(join(tmpdir(), 'tidemark-verify-'));
const tick = join(folder, 'tick.json');
const range = join(folder, 'blocks.json');
const [head4 = '', head8 = '', head12 = ''] = heads.map(({ number, hash }) => `${number}:${toHex(hash)}`);
const [key] = keys;
const house = await makeHouse(seeded(12));
const [first] = receiptsOf(house) as [HouseReceipt];
const ladder = ladderReceipts(house, first);
const head110 = house.heads.filter(({ number }) => number === 110).map(({ hash }) => `110:${toHex(hash)}`)[0] ?? '';
/** Answers of the API by path; a list is answered in turn, its last entry from then on. */
const answers: Record<string, object> = { '/api/plus/prices/proof': proofText(proof) };
let server: Server;
let address: string;

beforeAll(async () => {
  writeFileSync(tick, JSON.stringify({ data: proofText(proof) }));
  writeFileSync(range, JSON.stringify(rangeText({ from: 1, to: 9, blocks: blocks.slice(0, 9), keys, heads })));
  server = createServer(({ url = '' }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const of = answers[`${pathname}?${searchParams.get('key') ?? searchParams.get('page') ?? ''}`] ?? answers[pathname];
    const data = Array.isArray(of) ? (of.length > 1 ? of.shift() : of[0]) : of;
    answer.end(JSON.stringify({ data, message: 'not found' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function verify(...args: readonly string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  let nowMs = blockTime(TICK_BLOCK) + 5_000;
  const pause = (ms: number) => {
    nowMs += ms;
    return Promise.resolve();
  };
  const clock = { now: () => nowMs, pause };
  const code = await main(args, { log: print, error: print }, clock);
  return { code, output: lines.join('\n') };
}

/** Starts it like `npm run verify`. */
const start = (...args: readonly string[]) => {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'verify.ts'), ...args], { encoding: 'utf8' });
  return { code: run.status, output: run.stdout, complained: run.stderr };
};

describe('the command', () => {
  it('given a separate process, then it prints the report and exits with its verdict', () => {
    const output = expect.stringContaining('Your head was not reached');
    expect(start('tick', tick, '--head', head12)).toEqual({ code: 1, output, complained: '' });
  });

  it('given a kept head and key, when they match the evidence, then it succeeds and reports so', async () => {
    const whole = await verify('tick', tick, '--head', head8, '--key', toHex(key?.publicKey ?? new Uint8Array()));
    expect(whole).toEqual({ code: 0, output: expect.stringContaining('pinned by the head that you kept') });
    expect(await verify('tick', tick, '--key', key?.id ?? '')).toMatchObject({ code: 0 });
  });

  it('given a head that is not reached, or a foreign key, when a tick is checked, then it fails', async () => {
    const late = await verify('tick', tick, '--head', head12);
    expect(late).toEqual({ code: 1, output: expect.stringContaining('Your head was not reached') });
    expect(await verify('tick', tick, '--head', head4)).toMatchObject({ code: 1 });
    expect(await verify('tick', tick, '--key', 'ab'.repeat(8))).toMatchObject({ code: 1 });
    expect(await verify('tick', tick, '--key', 'ab'.repeat(32))).toMatchObject({ code: 1 });
  });

  it('given a typo in kept or requested values, when it is run, then it is reported and nothing is checked', async () => {
    for (const args of [
      ['tick', tick, '--head', head8.slice(0, -2)],
      ['tick', tick, '--head', `x${head8}`],
      ['tick', tick, '--key', 'ab'],
      ['blocks', range],
      ['blocks', range, '5', '4'],
      ['tick', tick, '--unknown'],
    ])
      expect(await verify(...args), args.join(' ')).toMatchObject({ code: 2 });
  });

  it('given blocks up to the ninth, when twelve were requested, then the truncated ones are missing', async () => {
    expect(await verify('blocks', range, '1', '9', '--head', head8)).toMatchObject({ code: 0 });
    const cut = await verify('blocks', range, '1', '12', '--head', head8);
    expect(cut).toEqual({ code: 1, output: expect.stringContaining('Block 10: the number') });
  });

  it('given a URL, when it proves a tick of another market, then the list of markets reveals it', async () => {
    const list = (id: number) => ({ list: [{ id: String(id), symbol: 'BTC/USDT' }] });
    answers['/api/plus/markets'] = list(proof.market);
    expect(await verify(address, 'BTC/USDT', `${proof.seq}`)).toMatchObject({ code: 0 });
    answers['/api/plus/markets'] = list(proof.market + 1);
    const other = await verify(address, 'BTC/USDT', `${proof.seq}`);
    expect(other).toEqual({ code: 1, output: expect.stringContaining('another tick than was asked for') });
    expect(await verify(address, 'NO/SUCH', '1')).toMatchObject({ code: 2 });
  });

  /** Answers about a receipt like the API. */
  async function answerWith(receipt: HouseReceipt): Promise<ReceiptText> {
    const { ladder: _, ...text } = await showReceipt(house, receipt);
    answers['/api/plus/verify'] = text;
    const key = text.body.version === 3 ? 'spot.ladder_classes' : 'spot.ladder';
    answers[`/api/plus/verify/settings?${key}`] = { list: [{ version: 9 }, text.settings] };
    answers['/api/plus/verify/settings?market.spot_fresh_ms'] = { list: [{ version: 9 }, text.freshness] };
    answers['/api/plus/markets'] = { list: [{ id: '300', symbol: text.body.fill.symbol }] };
    const list = ladder.map((it) => ({ ...it, block: 104 }));
    answers['/api/plus/verify/ladder?1'] = { list: list.slice(0, 3), total: 4 };
    answers['/api/plus/verify/ladder?2'] = { list: list.slice(3), total: 4 };
    return text;
  }

  it('given a receipt, from a URL or a file, when it is checked, then all of it holds, or a wrong one is detected', async () => {
    const text = await answerWith(first);
    const file = join(folder, 'receipt.json');
    writeFileSync(file, JSON.stringify({ data: text }));
    expect(await verify(address, 'receipt', first.id, '--head', head110)).toMatchObject({ code: 0 });
    expect(await verify('receipt', file, first.id, '--head', head110)).toMatchObject({ code: 0 });
    const other = await verify('receipt', file, '78');
    expect(other).toEqual({ code: 1, output: expect.stringContaining('another receipt than was asked for') });
    expect(await verify('receipt', file, first.id, '--head', head12)).toMatchObject({ code: 1 });
    expect(await verify('receipt', file)).toMatchObject({ code: 2 });
    answers['/api/plus/markets'] = { list: [{ id: '301', symbol: text.body.fill.symbol }] };
    expect(await verify(address, 'receipt', first.id)).toMatchObject({ code: 1 });
  });

  it('given the receipt of a contract, when it is fetched, then the public lists count, not what it says of itself', async () => {
    const opened = openIn(house, { block: TICK_BLOCK });
    const sealed = await sealContract(house, opened);
    const text = await showContract(sealed, opened);
    answers['/api/plus/verify'] = { ...text, settings: null, classes: null };
    answers['/api/plus/verify/settings?contract.terms'] = { list: [{ version: 9 }, text.settings] };
    answers['/api/plus/verify/settings?contract.classes'] = { list: [text.classes] };
    const symbol = opened.body.position.symbol;
    answers['/api/plus/markets'] = { list: [{ id: '300', symbol, category: 'crypto' }] };
    const head = sealed.heads.find(({ number }) => number === 110);
    const kept = ['--head', `110:${toHex(head?.hash ?? new Uint8Array())}`];
    expect(await verify(address, 'receipt', opened.id, ...kept)).toMatchObject({ code: 0 });
    const file = join(folder, 'contract.json');
    writeFileSync(file, JSON.stringify({ data: text }));
    expect(await verify('receipt', file, opened.id, ...kept)).toMatchObject({ code: 0 });
    answers['/api/plus/markets'] = { list: [{ id: '301', symbol, category: 'crypto' }] };
    expect(await verify(address, 'receipt', opened.id, ...kept)).toMatchObject({ code: 1 });
  });

  it('given the receipt of a bet, when it is fetched, then the public list of terms counts, not what it says of itself', async () => {
    const accepted = betIn(house);
    const settled = await settleBetIn(house, accepted);
    const text = await showBet(await sealBet(house, settled), settled, [accepted]);
    answers['/api/plus/verify'] = { ...text, settings: null };
    answers['/api/plus/verify/settings?seconds.terms'] = { list: [{ version: 9 }, text.settings] };
    const { symbol } = accepted.body.bet;
    answers['/api/plus/markets'] = { list: [{ id: '300', symbol, category: 'crypto' }] };
    expect(await verify(address, 'receipt', settled.id)).toMatchObject({ code: 0 });
    const file = join(folder, 'bet.json');
    writeFileSync(file, JSON.stringify({ data: text }));
    expect(await verify('receipt', file, settled.id)).toMatchObject({ code: 0 });
    answers['/api/plus/verify/settings?seconds.terms'] = { list: [{ version: 9 }] };
    const unpublished = await verify(address, 'receipt', settled.id);
    expect(unpublished).toEqual({ code: 1, output: expect.stringContaining('WRONG  Its payout or times are not') });
  });

  it('given published statistics of bets, when they are recomputed, then every place is fetched, and a missing one shows', async () => {
    const chained: ListedSettlement[] = [];
    for (const [n, side] of (['up', 'down', 'up'] as const).entries()) {
      const last = chained.at(-1);
      const previous = last ? await receiptHash({ id: last.id, kind: last.kind, body: last.body }) : null;
      const chain = { place: n + 1, previous };
      const receipt = await settleBetIn(house, betIn(house, { side, stake: '10', n }), { chain, n });
      chained.push({ ...receipt, place: n + 1 });
    }
    const [one, two, three] = chained as [ListedSettlement, ListedSettlement, ListedSettlement];
    const { day } = three.body.settlement;
    const rightOnes = chained.filter(({ body }) => body.settlement.outcome === 'profit').length;
    const counts = { profits: rightOnes, losses: 3 - rightOnes, flats: 0, voids: 0, cancels: 0 };
    const sums = { stakes: '30', returned: String(18.5 * rightOnes) };
    const root = await receiptHash({ id: three.id, kind: three.kind, body: three.body });
    const own = { symbol: 'BTC/USDT', match_id: 300, day, currency_name: 'USDT', first_place: 1, last_place: 3, root };
    const other = { ...own, match_id: 7, symbol: 'ETH/USDT', root: '' };
    answers['/api/plus/markets'] = { list: [{ id: '300', symbol: 'BTC/USDT', category: 'crypto' }] };
    answers['/api/plus/seconds/stats'] = { list: [{ ...own, ...counts, ...sums }, other] };
    answers['/api/plus/seconds/day'] = [{ list: [one, two] }, { list: [three] }];
    const whole = await verify(address, 'seconds', 'real', 'BTC/USDT', day);
    expect(whole).toEqual({ code: 0, output: expect.stringContaining('3 receipts') });
    answers['/api/plus/seconds/day'] = [{ list: [one, two] }, { list: [] }];
    const cut = await verify(address, 'seconds', 'real', 'BTC/USDT');
    expect(cut).toEqual({ code: 1, output: expect.stringContaining('WRONG  One is missing') });
    expect(await verify(address, 'seconds', 'real', 'BTC/USDT', '2020-01-01')).toMatchObject({ code: 1 });
    expect(await verify(address, 'seconds', 'real', 'NO/SUCH')).toMatchObject({ code: 2 });
  });

  it('given a receipt of version 2, when it is checked, then it holds by the settings of its time', async () => {
    const old = receiptsOf(house).find(({ body }) => body.version === 2) as HouseReceipt;
    const head = house.heads.find(({ number }) => number === 120);
    await answerWith(old);
    const { code, output } = await verify(
      address,
      'receipt',
      old.id,
      '--head',
      `120:${toHex(head?.hash ?? new Uint8Array())}`,
    );
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('10 levels, the first 0.0005 away, each 0.0005 further'),
    ]);
  });

  it('given the fourth trade of a ladder, when it is checked, then all receipts before it are fetched and added', async () => {
    const { id } = ladder[3] as HouseReceipt;
    await answerWith(ladder[3] as HouseReceipt);
    expect(await verify(address, 'receipt', id, '--head', head110)).toMatchObject({ code: 0 });
    answers['/api/plus/verify/ladder?1'] = { list: ladder.slice(1), total: 3 };
    const cut = await verify(address, 'receipt', id, '--head', head110);
    expect(cut).toEqual({ code: 1, output: expect.stringContaining('WRONG  What was taken before is not the sum') });
  });

  it('given a ladder, when it is walked, then every page of the public list is added', async () => {
    await answerWith(first);
    const whole = await verify(address, 'ladder', first.id);
    expect(whole).toEqual({ code: 0, output: expect.stringContaining('lots in 4 receipts') });
    answers['/api/plus/verify/ladder?1'] = { list: ladder.slice(1).map((it) => ({ ...it, block: 104 })), total: 3 };
    const cut = await verify(address, 'ladder', first.id);
    expect(cut).toEqual({ code: 1, output: expect.stringContaining('They do not add up') });
  });

  it('given a receipt that is sealed a second later, when it is fetched, then it is asked for again', async () => {
    const text = await answerWith(first);
    answers['/api/plus/verify'] = [{ ...text, seal: null }, { ...text, seal: null }, text];
    const { code, output } = await verify(address, 'receipt', first.id, '--head', head110);
    expect([code, output.split('\n')[0]]).toEqual([0, 'No block has sealed it yet; asking again …']);
  });

  it('given a receipt that is never sealed, when it is fetched, then it fails, and after a minute it is wrong', async () => {
    const text = await answerWith(first);
    answers['/api/plus/verify'] = { ...text, seal: null };
    const early = await verify(address, 'receipt', first.id);
    expect(early).toEqual({ code: 1, output: expect.stringContaining('so that nothing is proven') });
    const fill = { ...text.body.fill, at: (text.body.fill.at ?? 0) - 60_000 };
    answers['/api/plus/verify'] = { ...text, seal: null, body: { ...text.body, fill } };
    const late = await verify(address, 'receipt', first.id);
    expect(late).toEqual({ code: 1, output: expect.stringContaining('WRONG  It was never sealed') });
  });

  it('given a receipt whose settings are not on the public list, when it is checked, then it fails', async () => {
    await answerWith(first);
    const { version, value } = house.settings;
    const other = { classes: value.classes.map((it) => ({ ...it, spread_rate: '0.0007' })) };
    for (const list of [[], [{ version, value: other }]]) {
      answers['/api/plus/verify/settings?spot.ladder_classes'] = { list };
      const output = expect.stringContaining('WRONG  Its settings are not what was published');
      expect(await verify(address, 'receipt', first.id, '--head', head110)).toEqual({ code: 1, output });
    }
    await answerWith(first);
    answers['/api/plus/verify/settings?market.spot_fresh_ms'] = { list: [{ version: 2, value: 60_000 }] };
    expect(await verify(address, 'receipt', first.id, '--head', head110)).toMatchObject({ code: 1 });
  });
});
