import { firstIdAt, type TimeOrderedId } from '@app/base';
import type { ExportKindName } from '@app/domain/export';
import { externalAccount, houseAccount, move, type Transfer, userAccount } from '@app/domain/ledger';
import { DAY_MS, monthOf } from '@app/domain/statement';
import { type Amount, formatDecimal, parseDecimal, sum } from '@app/money';
import { createExport as createRoute } from '@app/protocol/export';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../test/new-key.ts';
import { insertFill } from '../../../test/spot-rows.ts';
import { amount, openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { createLedger } from '../ledger/index.ts';
import { createSettings } from '../reference/index.ts';
import { fillFees } from '../spot/index.ts';
import { createStatements } from '../statement/index.ts';
import { createExportKinds } from './kinds.ts';
import { createExport, type ExportDeps, openExport } from './request-export.ts';
import { runNextExport } from './run-exports.ts';

let testbed: Testbed;
let root: pg.Client;
let userId: bigint;
const MONTH = monthOf(Date.now());
const YEAR = MONTH.slice(0, 4);
const NO_FONTS = '/nowhere';

const kindDeps = () => ({ ...testbed, fees: [fillFees], pdfFonts: NO_FONTS });

beforeAll(async () => {
  testbed = await openTestbed();
  root = await testbed.bare('postgres');
  userId = (firstIdAt(Date.now() - DAY_MS) + 1n) as TimeOrderedId;
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, 'files@example.com', '$argon2id$test', '=cmd()', 'FILES1', 1)`,
    [userId],
  );
  await testbed.allowKinds('app', 'deposit', 'spot.fill');
  const feed = await testbed.bare('feed');
  await feed.query(
    `insert into candle (market, period, start_at, open, high, low, close, volume, is_simulated)
     select 1, 0, date_trunc('minute', now()) - n * interval '1 minute', 100, 100, 100, 100, 1, false
       from generate_series(1, 60) n`,
  );
  await post('deposit', '1', move(amount('1000'), externalAccount('test', 'USDT'), mine('USDT')));
  await trade('buy', '2', '75', '0.3');
  await trade('buy', '1', '90', '0.2');
  await trade('sell', '2.5', '100', '0.5');
});

const mine = (currency: string) => userAccount(userId, 'exchange', currency);
const house = (currency: string) => houseAccount('test', 'house_ladder', currency);

async function post(kind: Transfer['kind'], ref: string, entries: Transfer['entries']): Promise<void> {
  const { ledger, db, transact } = testbed;
  await ledger.open(
    db,
    'real',
    entries.map(({ account }) => account),
  );
  await transact((tx) => ledger.post(tx, [{ kind, ref, mode: 'real', entries }]));
}

/** A fill with its row and its transfer, as the engine writes them. */
async function trade(side: 'buy' | 'sell', quantity: string, price: string, fee: string): Promise<void> {
  const id = testbed.nextId();
  await insertFill(root, { id, side, price, quantity, taker: userId, taker_order: id, taker_fee: fee });
  const value = parseDecimal<Amount>(String(Number(quantity) * Number(price)));
  const cash = side === 'buy' ? sum([value, amount(fee)]) : sum([value, amount(`-${fee}`)]);
  const coins = move(
    amount(quantity),
    side === 'buy' ? house('BTC') : mine('BTC'),
    side === 'buy' ? mine('BTC') : house('BTC'),
  );
  const money = move(
    cash,
    side === 'buy' ? mine('USDT') : house('USDT'),
    side === 'buy' ? house('USDT') : mine('USDT'),
  );
  await post('spot.fill', String(id), [...coins, ...money]);
}

const request = (kind: ExportKindName, period: string, language: 'en' | 'jp' = 'en') => {
  const deps: ExportDeps = { ...testbed, settings: createSettings(testbed.db), kinds: createExportKinds(kindDeps()) };
  return createExport(deps, { userId, mode: 'real', kind, period, language, key: newKey(), body: kind });
};

/** Requests a file, lets a worker with a worker's rights make it, and returns its bytes. */
async function make(kind: ExportKindName, period: string): Promise<Buffer> {
  const { id } = await request(kind, period);
  const { db } = testbed.as('worker');
  const kinds = createExportKinds({
    ...kindDeps(),
    db,
    transact: transactOn(db),
    ledger: createLedger(testbed.nextId),
  });
  await runNextExport({ db, settings: createSettings(db), nextId: testbed.nextId, kinds, log: silent });
  const deps = { ...testbed, settings: createSettings(testbed.db), kinds };
  const { bytes } = await openExport(deps, { userId, sessionId: 1n, mode: 'real' }, id);
  const parts: Buffer[] = [];
  for await (const part of bytes as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** Lines as objects by heading. None of these files needs quotes. */
function readCsv(file: Buffer): Record<string, string>[] {
  const [heading = '', ...lines] = file.toString('utf8').replace('﻿', '').trimEnd().split('\r\n');
  const names = heading.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [names[place] ?? '?', cell])));
}

const text = (value: Amount) => formatDecimal(value);

describe('the files of a month', () => {
  it('statement.csv has the figures of the statement, and they lead from opening to closing', async () => {
    const lines = readCsv(await make('statement.csv', MONTH));
    const statement = await createStatements(kindDeps()).month({ userId, mode: 'real' }, MONTH);
    const figure = (section: string, name: string) =>
      lines.find((it) => it.section === section && it.name === name)?.value;
    expect(figure('balance', 'opening')).toBe(text(statement.opening));
    expect(figure('flow', 'deposit')).toBe('1000');
    expect(figure('fee', 'spot')).toBe('1');
    const changes = lines.filter(
      (it) => ['flow', 'result'].includes(it.section ?? '') && it.name !== 'total_after_fees',
    );
    const total = sum(changes.map(({ value = '' }) => amount(value)));
    const fees = sum(lines.filter(({ section }) => section === 'fee').map(({ value = '' }) => amount(value)));
    expect(text((statement.opening + total - fees) as Amount)).toBe(figure('balance', 'closing'));
    expect(figure('balance', 'closing')).toBe(text(statement.closing));
    expect(lines.filter(({ section }) => section === 'coin').map(({ name, quantity }) => [name, quantity])).toEqual(
      statement.coins.map(({ currency, quantity }) => [currency, text(quantity)]),
    );
  });

  it('trades.csv has every trade of the month as its user made it', async () => {
    const lines = readCsv(await make('trades.csv', MONTH));
    expect(
      lines.map(({ product, market, side, quantity, price, value, fee, fee_currency }) =>
        [product, market, side, quantity, price, value, fee, fee_currency].join(' '),
      ),
    ).toEqual([
      'spot BTC/USDT buy 2 75 150 0.3 USDT',
      'spot BTC/USDT buy 1 90 90 0.2 USDT',
      'spot BTC/USDT sell 2.5 100 250 0.5 USDT',
    ]);
    for (const { time = '' } of lines) expect(new Date(time).toISOString()).toBe(time);
  });

  it('ledger.csv has every change, and their sums are the balances', async () => {
    const lines = readCsv(await make('ledger.csv', MONTH));
    const balance = (currency: string) =>
      text(
        sum(
          lines
            .filter((it) => it.currency === currency)
            .map((it) => sum([amount(it.available_change ?? ''), amount(it.frozen_change ?? '')])),
        ),
      );
    const { rows } = await root.query<{ currency: string; amount: string }>(
      `select currency, trim_scale(available + frozen)::text as amount from ledger_account where owner = $1 order by currency`,
      [`user:${userId}`],
    );
    expect(rows.map(({ currency }) => ({ currency, amount: balance(currency) }))).toEqual(rows);
    expect(lines).toHaveLength(7);
  });

  it('statement.pdf is a PDF; in a language whose font is missing it is refused before it starts', async () => {
    expect((await make('statement.pdf', MONTH)).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(request('statement.pdf', MONTH, 'jp')).rejects.toMatchObject({ code: 'export_font_missing' });
    expect(createRoute.refusals).toContain('export_font_missing');
    await request('statement.csv', MONTH, 'jp');
    await root.query(`delete from export_job where status = 'waiting'`);
  });
});

describe('the trades of a year with their cost', () => {
  it('has the cost of what was sold first in first out, and its results are those of the statement before fees', async () => {
    const lines = readCsv(await make('fills.csv', YEAR));
    expect(
      lines.map(({ side, sold, sold_quantity, proceeds_usdt, cost_usdt, result_usdt }) =>
        [side, sold, sold_quantity, proceeds_usdt, cost_usdt, result_usdt].join(' ').trim(),
      ),
    ).toEqual([
      'buy',
      'buy',
      // 2 for 150.3, then half of 90.2; received 250 - 0.5.
      'sell BTC 2.5 249.5 195.4 54.1',
    ]);
    const { results } = await createStatements(kindDeps()).month({ userId, mode: 'real' }, MONTH);
    expect(results.map(({ value }) => text(value))).toEqual(['54.6']); // The fee of 0.5 is stated separately.
  });
});
