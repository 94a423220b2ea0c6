import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHex } from '@app/verifier';
import { makeHistory, proofText, rangeText } from '@app/verifier/samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { honestProof } from '../proof/tampering/tick-lies.ts';
import { seeded } from '../trial/random.ts';
import { main } from './main.ts';
import { aReceipt } from './sample-receipt.ts';

const history = await makeHistory(seeded(11));
const { blocks, signers: keys, heads } = history;
const proof = await honestProof(history);
const folder = mkdtempSync(join(tmpdir(), 'tidemark-verify-'));
const tick = join(folder, 'tick.json');
const range = join(folder, 'blocks.json');
const [head4 = '', head8 = '', head12 = ''] = heads.map(({ number, hash }) => `${number}:${toHex(hash)}`);
const [key] = keys;
const answers: Record<string, object> = { '/api/plus/prices/proof': proofText(proof) };
let server: Server;
let address: string;

beforeAll(async () => {
  writeFileSync(tick, JSON.stringify({ data: proofText(proof) }));
  writeFileSync(range, JSON.stringify(rangeText({ from: 1, to: 9, blocks: blocks.slice(0, 9), keys, heads })));
  server = createServer(({ url = '' }, answer) => {
    answer.end(JSON.stringify({ data: answers[new URL(url, 'http://x').pathname], message: 'not found' }));
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
  const code = await main(args, { log: print, error: print });
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
    answers['/api/currency/list'] = list(proof.market);
    expect(await verify(address, 'BTC/USDT', `${proof.seq}`)).toMatchObject({ code: 0 });
    answers['/api/currency/list'] = list(proof.market + 1);
    const other = await verify(address, 'BTC/USDT', `${proof.seq}`);
    expect(other).toEqual({ code: 1, output: expect.stringContaining('another tick than was asked for') });
    expect(await verify(address, 'NO/SUCH', '1')).toMatchObject({ code: 2 });
  });

  it('given a receipt, from a URL or a file, when it is checked, then all of it holds, or a wrong one is detected', async () => {
    const receipt = aReceipt(proof);
    const file = join(folder, 'receipt.json');
    writeFileSync(file, JSON.stringify({ data: receipt }));
    answers['/api/plus/verify'] = receipt;
    answers['/api/plus/verify/settings'] = { list: [{ version: 2 }, receipt.settings] };
    answers['/api/currency/list'] = { list: [{ id: String(proof.market), symbol: receipt.body.fill.symbol }] };
    expect(await verify(address, 'receipt', '77', '--head', head8)).toMatchObject({ code: 0 });
    expect(await verify('receipt', file, '77', '--head', head8)).toMatchObject({ code: 0 });
    const other = await verify('receipt', file, '78');
    expect(other).toEqual({ code: 1, output: expect.stringContaining('another receipt than was asked for') });
    expect(await verify('receipt', file, '77', '--head', head12)).toMatchObject({ code: 1 });
    expect(await verify('receipt', file)).toMatchObject({ code: 2 });
    answers['/api/currency/list'] = { list: [{ id: String(proof.market + 1), symbol: receipt.body.fill.symbol }] };
    expect(await verify(address, 'receipt', '77')).toMatchObject({ code: 1 });
  });

  it('given a receipt whose settings are not on the public list, when it is checked, then it fails', async () => {
    const receipt = aReceipt(proof);
    answers['/api/plus/verify'] = receipt;
    answers['/api/currency/list'] = { list: [{ id: String(proof.market), symbol: receipt.body.fill.symbol }] };
    const value = { ...receipt.settings?.value, spread_rate: '0.0005' };
    for (const list of [[], [{ version: 1, value }]]) {
      answers['/api/plus/verify/settings'] = { list };
      const other = await verify(address, 'receipt', '77', '--head', head8);
      expect(other).toEqual({
        code: 1,
        output: expect.stringContaining('WRONG  Its settings are not what was published'),
      });
    }
  });
});
