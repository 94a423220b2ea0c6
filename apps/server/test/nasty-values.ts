/** Values hostile or careless clients send for any field; about sixty, none longer than a request may be. */
export const NASTY: readonly unknown[] = [
  '', ' ', '\t', '\n', '0', '-0', '-1', '1', '01', '1.', '.5', '1.5', '+1', '1e9', '1E400', '0x10', '0b1', '1_000', '1,000', '1 000',
  'NaN', 'Infinity', '-Infinity', 'null', 'undefined', 'true', 'false', '９９', '١٢٣', '½', '1\u0000', '\u0000', '\uD800', '\u202Eabc',
  '9'.repeat(19), '9'.repeat(21), '9'.repeat(60), `0.${'0'.repeat(18)}1`, '9223372036854775808', '-9223372036854775809', '18446744073709551616',
  "' or 1=1 --", '"; drop table ledger_entry; --', '<script>alert(1)</script>', '../../etc/passwd', '%00', '%', '#{7*7}', '{{7*7}}',
  '__proto__', 'constructor', 'toString', 'a'.repeat(5_000), '😀'.repeat(300), 'user:1', 'wallet|exchange', 'USDT\r\nX: y',
  null, true, 0, -1, 1.5, 1e21, [], ['1'], [['1']], {}, { $gt: '' }, { toString: 'x' },
]; // biome-ignore format: a list to skim
