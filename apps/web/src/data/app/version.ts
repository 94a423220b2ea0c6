/** Compares versions such as 0.10.2 part by part; a part that is not a number counts as 0. */
export function isOlder(version: string, than: string): boolean {
  const ours = partsOf(version);
  const theirs = partsOf(than);
  const at = theirs.findIndex((part, index) => part !== (ours[index] ?? 0));
  return at !== -1 && (ours[at] ?? 0) < (theirs[at] ?? 0);
}

const partsOf = (version: string) => version.split('.').map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : 0));
