/** Returns the page about the subject of a row; undefined for one that has no page. */
export function subjectPath(subject: string): string | undefined {
  const [kind = '', name = ''] = subject.split(/:(.*)/s);
  if (kind === 'change') return `/changes?id=${encodeURIComponent(name)}`;
  if (kind === 'case') return `/identity/case?id=${encodeURIComponent(name)}`;
  if (kind === 'withdrawal') return `/withdrawals?id=${encodeURIComponent(name)}`;
  if (kind === 'claim') return `/deposits?id=${encodeURIComponent(name)}`;
  if (kind === 'chain') return '/withdrawals';
  if (kind === 'payout') return `/payouts?id=${encodeURIComponent(name)}`;
  if (kind === 'user') return `/users/${encodeURIComponent(name)}`;
  if (kind === 'setting' && name.startsWith('switch.')) return `/switches?q=${encodeURIComponent(name)}`;
  return kind === 'setting' ? `/settings?key=${encodeURIComponent(name)}` : undefined;
}
