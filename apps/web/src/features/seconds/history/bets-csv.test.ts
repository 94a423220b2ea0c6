import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import { bet, waiting } from './bet.fixture.ts';
import { betsCsv } from './bets-csv.ts';

const rowsOf = (file: string) =>
  file
    .trimEnd()
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) => line.split(','));

function cellsOf(file: string): (name: string) => string | undefined {
  const [head = [], line = []] = rowsOf(file);
  expect(line).toHaveLength(head.length);
  return (name) => line[head.indexOf(name)];
}

describe('the file of ended bets', () => {
  it('has a line for each with every digit, times in UTC and the id of its receipt', () => {
    const returned = parseDecimal<Amount>('30.000000000000000001');
    const cell = cellsOf(betsCsv([bet({ result: 'profit', returned })]));
    expect(['side', 'outcome', 'net', 'payout_rate', 'receipt'].map(cell)).toEqual([
      'down',
      'profit',
      '0.000000000000000001',
      '0.85',
      '9',
    ]);
    expect(cell('exit_utc')).toBe('2026-11-18T03:13:09.722Z');
  });

  it('given a bet that was void before its entry, then what it never had is empty', () => {
    const stake = parseDecimal<Amount>('30');
    const cell = cellsOf(betsCsv([waiting({ status: 4, returned: stake })]));
    expect(['outcome', 'entry_price', 'exit_utc', 'net', 'receipt'].map(cell)).toEqual(['void', '', '', '0', '']);
  });

  it('given no bets, then it has only the head', () => expect(rowsOf(betsCsv([]))).toHaveLength(1));
});
