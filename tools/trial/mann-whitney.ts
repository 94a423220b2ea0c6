/**
 * Returns the p-value for two samples from one distribution (two-sided, normal approximation with correction for ties):
 * the probability of ranks at least this uneven.
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const count = to - from;
    rankSum += all.slice(from, to).filter(({ isOne }) => isOne).length * ((from + 1 + to) / 2);
    ties += count ** 3 - count;
    from = to;
  }
  const n = one.length;
  const m = other.length;
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  if (deviation === 0) return 1;
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation;
  return 2 * upperTail(z);
}

/** Returns the upper tail of the normal distribution above z (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
