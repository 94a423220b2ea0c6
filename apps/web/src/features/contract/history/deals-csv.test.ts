import { type Amount, type Price, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { ended, settlement } from './deal.fixture.ts';
import { dealsCsv } from './deals-csv.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const rowsOf = (file: string) =>
  file
    .trimEnd()
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.split(','));

describe('the file of ended deals', () => {
  it('has a line for each with every digit, times in UTC and the ids of its receipts', () => {
    const at = Date.parse('2026-11-18T03:12:08.412Z');
    const deal = ended(
      {
        type: 'sell',
        result: amount('-10.000000000000000001'),
        fees: amount('0.484'),
        created: at,
        opened: at,
        closed: at,
      },
      [settlement({ id: 9n }), settlement({ id: 11n })],
    );
    const [head = [], line = []] = rowsOf(dealsCsv([deal]));
    const cell = (name: string) => line[head.indexOf(name)];
    expect(line).toHaveLength(head.length);
    expect(cell('side')).toBe('short');
    expect(cell('net_usdt')).toBe('-10.484000000000000001');
    expect(cell('closed_utc')).toBe('2026-11-18T03:12:08.412Z');
    expect(cell('receipts')).toBe('9 11');
  });

  it('given a cancelled order, then what it never had is empty', () => {
    const order = ended({ status: 4, entry_price: null, opened: null, target_price: parseDecimal<Price>('59000') }, []);
    const [head = [], line = []] = rowsOf(dealsCsv([order]));
    const cell = (name: string) => line[head.indexOf(name)];
    expect(['limit_price', 'entry_price', 'exit_price', 'opened_utc', 'outcome'].map(cell)).toEqual([
      '59000',
      '',
      '',
      '',
      'cancelled',
    ]);
  });

  it('given no deals, then it has only the head', () => expect(rowsOf(dealsCsv([]))).toHaveLength(1));
});
