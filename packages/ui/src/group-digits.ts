/** Thousands apart, in every language the same way (decisions: money reads 1,234.56 everywhere). */
export function groupDigits(decimal: string): string {
  const [whole = '', decimals] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',').replace(/^-/, '\u2212');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
