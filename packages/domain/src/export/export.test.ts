import { type Amount, sum } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkExport, checkPeriod, csvLine, drawSteps, statementSteps } from './index.ts';

const NOW = Date.parse('2026-11-18T02:00:00Z');

describe('a period', () => {
  it.each([
    ['statement.pdf', '2026-10', true],
    ['statement.pdf', '2026-11', true],
    ['statement.pdf', '2026-12', false],
    ['statement.pdf', '2026', false],
    ['fills.csv', '2026', true],
    ['fills.csv', '2026-10', false],
    ['fills.csv', '2027', false],
    ['ledger.csv', '2026', true],
    ['ledger.csv', '2026-10', true],
    ['ledger.csv', undefined, false],
  ] as const)('%s of %s is accepted: %s', (kind, period, expected) => {
    expect(checkPeriod(kind, period, NOW).ok).toBe(expected);
  });

  it('given a year, then it ends with the next one', () => {
    const value = { fromMs: Date.parse('2026-01-01T00:00:00Z'), toMs: Date.parse('2027-01-01T00:00:00Z') };
    expect(checkPeriod('fills.csv', '2026', NOW)).toEqual({ ok: true, value });
  });
});

describe('the limits', () => {
  const limits = { openMax: 3, perDay: 20 };

  it('given fewer than both, then one more is accepted; given one of them, then it is refused with the figure', () => {
    expect(checkExport({ open: 2, today: 19, secondsLeft: 5 }, limits).ok).toBe(true);
    expect(checkExport({ open: 3, today: 3, secondsLeft: 5 }, limits)).toMatchObject({
      code: 'too_many_exports',
      params: { maximum: '3' },
    });
    expect(checkExport({ open: 0, today: 20, secondsLeft: 0 }, limits)).toMatchObject({
      code: 'too_many_requests',
      params: { seconds: '1' },
    });
  });
});

/** Reads a line as RFC 4180 says. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line))
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
  return cells;
}

describe('a line of CSV', () => {
  it('returns every cell as it was, and no text of a user begins a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
        const cells = readLine(csvLine(texts.map((text) => ({ text }))));
        expect(cells.map((cell, index) => cell === texts[index] || cell === `'${texts[index]}`)).not.toContain(false);
        for (const cell of cells) expect(cell.trimStart()).not.toMatch(/^[=+\-@]/);
        expect(readLine(csvLine(texts))).toEqual(texts);
      }),
    );
  });

  it('given figures, then a minus stays a minus', () => {
    expect(csvLine(['-12.5', null, 3, { text: '=HYPERLINK("x")' }])).toBe(`-12.5,,3,"'=HYPERLINK(""x"")"\r\n`);
  });
});

describe('the staircase of a statement', () => {
  const amounts = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map((value) => value as Amount);
  const list = fc.array(amounts.map((value) => ({ value })));
  const figures = fc.record({ opening: amounts, flows: list, results: list, fees: list, held: amounts }).map((it) => {
    const values = (of: readonly { value: Amount }[]) => sum(of.map(({ value }) => value));
    const changes = values(it.flows) + values(it.results) + it.held - values(it.fees);
    return { ...it, closing: (it.opening + changes) as Amount };
  });

  it('leads from the opening to the closing value without a gap', () => {
    fc.assert(
      fc.property(figures, (it) => {
        const steps = statementSteps(it);
        const inner = steps.slice(1, -1);
        expect(inner[0]?.from).toBe(it.opening);
        for (const [index, step] of inner.slice(1).entries()) expect(step.from).toBe(inner[index]?.to);
        expect(inner.at(-1)?.to).toBe(it.closing);
        expect(steps.map(({ name }) => name)).toEqual(['opening', 'in', 'out', 'result', 'fees', 'closing']);
      }),
    );
  });

  it('stays within its height, and the totals stand on the ground', () => {
    fc.assert(
      fc.property(figures, (it) => {
        for (const { low, high, end, name } of drawSteps(statementSteps(it), 126, 42)) {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(126);
          expect(end).toBeGreaterThanOrEqual(42);
          if (name === 'opening' || name === 'closing') expect(low).toBe(0);
        }
      }),
    );
  });
});
