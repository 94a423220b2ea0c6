/** What a key does on the wide market page. */
export type DeskAction = 'next' | 'previous' | 'chart' | 'buy' | 'sell' | 'favourite' | 'search';

const KEYS: Readonly<Record<string, DeskAction>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'chart',
  b: 'buy',
  s: 'sell',
  f: 'favourite',
  '/': 'search',
};

type Pressed = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};
/** Where the focus is: on a row or nothing, on another control, in a field, or behind an open sheet. */
type Place = 'list' | 'control' | 'field' | 'behind';

/** Returns what a key does: nothing with a modifier, in a field or behind a sheet; controls keep Enter and the arrows. */
export function deskAction({ key, ctrlKey, metaKey, altKey }: Pressed, place: Place): DeskAction | undefined {
  if (ctrlKey || metaKey || altKey || place === 'field' || place === 'behind') return undefined;
  if (place === 'control' && key.length > 1) return undefined;
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
}

/** Returns the symbol beside the selected one, without going round; an unknown one gives the first. */
export function symbolBeside(
  symbols: readonly string[],
  selected: string | undefined,
  step: 1 | -1,
): string | undefined {
  const at = selected === undefined ? -1 : symbols.indexOf(selected);
  return at < 0 ? symbols[0] : symbols[Math.min(Math.max(at + step, 0), symbols.length - 1)];
}
